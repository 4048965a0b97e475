// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

/// A value of the protocol that has no type of its own here: its XDR, with the name of its type.
public struct WireValue: Hashable, Sendable, CustomStringConvertible {
    /// The name in the protocol's schema, such as `SorobanAuthorizationEntry`.
    public let type: String
    /// Its XDR.
    public let bytes: [UInt8]

    package init<Value: XDRCodable>(_ value: Value) { (type, bytes) = ("\(Value.self)", value.xdr) }

    /// - Parameters:
    ///   - text: SEP-51 JSON or base64 XDR.
    ///   - type: the name in the protocol's schema.
    /// - Throws: ``ColdstarError/Kind/misuse`` for a type that the schema does not have, and
    ///   ``ColdstarError/Kind/invalidInput`` for a text that is not one of its values.
    public init(parsing text: String, as type: String) throws(ColdstarError) {
        guard let known = WireType(named: type) else {
            throw ColdstarError(Failure(.usage, "the protocol has no type \(TerminalText.escape(type))"))
        }
        do { bytes = try WireText(Array(text.utf8), of: known).bytes } catch {
            throw ColdstarError(Failure(.badInput, "not a \(known.name): \(error.message)"))
        }
        self.type = known.name
    }

    /// SEP-51 JSON.
    public var description: String {
        guard let known = WireType(named: type), let text = try? XDRJSON.text(bytes, known) else { return type }
        return text
    }

    /// - Parameter name: what the value is for, for the error.
    /// - Throws: `.invalidInput` if it has another type.
    package func value<Value: XDRCodable>(
        _ name: String, as _: Value.Type = Value.self
    ) throws(ColdstarError) -> Value {
        let wanted = "\(Value.self)"
        guard type == wanted, let value = try? Value(xdr: bytes) else {
            throw ColdstarError(Failure(.badInput, "\(name) is a \(type), not a \(wanted)"))
        }
        return value
    }
}

/// What an operation has the network's contract host do.
public enum ContractFunction: Hashable, Sendable {
    /// Calls a function of a contract, whose name has at most 32 bytes.
    case call(ContractAddress, function: ByteString, arguments: [ContractValue])
    /// Uploads the code of contracts.
    case upload(wasm: [UInt8])
    /// Deploys a contract: stellar-xdr `HostFunction` of one of the two types that do.
    case deploy(WireValue)
}

/// A value of contracts.
public indirect enum ContractValue: Hashable, Sendable {
    /// True or false.
    case bool(Bool)
    /// Nothing.
    case void
    /// An unsigned number of 32 bits.
    case u32(UInt32)
    /// A signed number of 32 bits.
    case i32(Int32)
    /// An unsigned number of 64 bits.
    case u64(UInt64)
    /// A signed number of 64 bits.
    case i64(Int64)
    /// Seconds since 1970.
    case timepoint(UInt64)
    /// Seconds.
    case duration(UInt64)
    /// An unsigned number of 128 bits.
    case u128(UInt128)
    /// A signed number of 128 bits, such as an amount of a token in its smallest unit.
    case i128(Int128)
    /// Bytes.
    case bytes([UInt8])
    /// Text.
    case string(ByteString)
    /// A name of at most 32 bytes.
    case symbol(ByteString)
    /// A list; nil in a foreign transaction that the network rejects.
    case vector([ContractValue]?)
    /// Keys with values, in the order of the keys; nil in a foreign transaction that the network rejects.
    case map([Entry]?)
    /// An account, contract, claimable balance or pool.
    case address(ContractAddress)
    /// Another value: stellar-xdr `SCVal`.
    case other(WireValue)

    /// An entry of a map.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public var key: ContractValue
        /// The value.
        public var value: ContractValue

        /// The parameters are the properties.
        public init(_ key: ContractValue, _ value: ContractValue) { (self.key, self.value) = (key, value) }
    }
}

extension ContractValue {
    package init(_ value: SCVal) {
        self =
            switch value {
            case .bool(let value): .bool(value)
            case .void: .void
            case .u32(let value): .u32(value)
            case .i32(let value): .i32(value)
            case .u64(let value): .u64(value)
            case .i64(let value): .i64(value)
            case .timepoint(let value): .timepoint(value)
            case .duration(let value): .duration(value)
            case .u128(let parts): .u128(parts.value)
            case .i128(let parts): .i128(parts.value)
            case .bytes(let value): .bytes(value.bytes)
            case .string(let value): .string(ByteString(bytes: value.bytes))
            case .symbol(let value): .symbol(ByteString(bytes: value.bytes))
            case .vec(let values): .vector(values?.map { ContractValue($0) })
            case .map(let entries): .map(entries?.map { Entry(ContractValue($0.key), ContractValue($0.val)) })
            case .address(let address): .address(ContractAddress(address))
            case .u256, .i256, .error, .contractInstance, .ledgerKeyContractInstance, .ledgerKeyNonce, .executableTag:
                .other(WireValue(value))
            }
    }

    package func wire() throws(ColdstarError) -> SCVal {
        switch self {
        case .bool(let value): .bool(value)
        case .void: .void
        case .u32(let value): .u32(value)
        case .i32(let value): .i32(value)
        case .u64(let value): .u64(value)
        case .i64(let value): .i64(value)
        case .timepoint(let value): .timepoint(value)
        case .duration(let value): .duration(value)
        case .u128(let value):
            .u128(UInt128Parts(hi: UInt64(value >> 64), lo: UInt64(truncatingIfNeeded: value)))
        case .i128(let value): .i128(Int128Parts(hi: Int64(value >> 64), lo: UInt64(truncatingIfNeeded: value)))
        case .bytes(let value): .bytes(try ByteString(bytes: value).bounded("a value"))
        case .string(let value): .string(try value.bounded("a value"))
        case .symbol(let value): .symbol(try value.bounded("a symbol"))
        case .vector(let values):
            .vec(try values?.map { (value) throws(ColdstarError) in try value.wire() })
        case .map(let entries):
            .map(
                try entries?.map { (entry) throws(ColdstarError) in
                    SCMapEntry(key: try entry.key.wire(), val: try entry.value.wire())
                })
        case .address(let address): .address(address.value)
        case .other(let value): try value.value("a value")
        }
    }
}

extension ContractFunction {
    package init(_ function: HostFunction) {
        self =
            switch function {
            case .invokeContract(let call):
                .call(
                    ContractAddress(call.contractAddress), function: ByteString(bytes: call.functionName.bytes),
                    arguments: call.args.map { ContractValue($0) })
            case .uploadContractWasm(let code): .upload(wasm: code.bytes)
            case .createContract, .createContractV2: .deploy(WireValue(function))
            }
    }

    package func wire() throws(ColdstarError) -> HostFunction {
        switch self {
        case .call(let contract, let function, let arguments):
            .invokeContract(
                InvokeContractArgs(
                    contractAddress: contract.value, functionName: try function.bounded("a function's name"),
                    args: try arguments.map { (value) throws(ColdstarError) in try value.wire() }))
        case .upload(let code): .uploadContractWasm(try ByteString(bytes: code).bounded("the code"))
        case .deploy(let function): try function.value("the deployment")
        }
    }
}

extension ByteString {
    /// - Parameter name: what the bytes are, for the error.
    func bounded<let most: Int>(_ name: String) throws(ColdstarError) -> Opaque<most> {
        guard let bounded = Opaque<most>(bytes) else {
            throw ColdstarError(Failure(.badInput, "\(name) has at most \(most) bytes, not \(bytes.count)"))
        }
        return bounded
    }
}
