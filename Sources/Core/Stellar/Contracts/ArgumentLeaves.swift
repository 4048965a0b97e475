// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Numbers, bytes, symbols and addresses.
extension ArgumentReader {
    /// A number of at most 64 bits: JSON's number, without fraction and exponent.
    func integer<I: FixedWidthInteger>(
        _ json: JSON, _ type: SCSpecTypeDef, _ at: Place
    ) throws(ContractError) -> I {
        guard case .number(let literal) = json, JSON.isWholeNumber(literal), literal != "-0" else {
            throw at.fault(.expected(type.form))
        }
        guard let value = I(literal) else { throw at.fault(.outOfRange(type: type.text)) }
        return value
    }

    /// A number of 128 or 256 bits: digits, for 256 bits also hexadecimal (0x), octal (0o) or binary (0b).
    func wide(_ text: String, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        do throws(ValueFormatError) {
            switch type {
            case .u128: return .u128(try Self.parts(try WideDecimal.bytes(of: text, count: 16, signed: false)))
            case .i128: return .i128(try Self.parts(try WideDecimal.bytes(of: text, count: 16, signed: true)))
            case .u256: return .u256(try Self.parts(try Self.prefixed(text, signed: false)))
            default: return .i256(try Self.parts(try Self.prefixed(text, signed: true)))
            }
        } catch {
            throw at.fault(error == .outOfRange ? .outOfRange(type: type.text) : .expected(type.form))
        }
    }

    private static func parts<Parts: XDRCodable>(_ bytes: [UInt8]) throws(ValueFormatError) -> Parts {
        do throws(XDRError) { return try Parts(xdr: bytes) } catch { throw .outOfRange }
    }

    private static func prefixed(_ text: String, signed: Bool) throws(ValueFormatError) -> [UInt8] {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? text.utf8.dropFirst() : text.utf8[...]
        let radixes: [(String, UInt8)] = [("0x", 16), ("0o", 8), ("0b", 2)]
        guard let (prefix, radix) = radixes.first(where: { digits.starts(with: $0.0.utf8) }) else {
            return try WideDecimal.bytes(of: text, count: 32, signed: signed)
        }
        let values = digits.dropFirst(prefix.utf8.count).map { Hex.value(of: $0) }
        guard !values.isEmpty, values.allSatisfy({ $0.map { $0 < radix } == true }) else {
            throw .expected("a whole number")
        }
        guard values.count <= 256 else { throw .outOfRange }
        return try WideDecimal.bytes(
            of: values.compactMap(\.self), radix: radix, isNegative: isNegative, count: 32, signed: signed)
    }

    /// The characters that the network accepts in a symbol, 32 at most.
    func symbol(_ text: String, _ at: Place) throws(ContractError) -> SCVal {
        .symbol(try symbol(bytes: Array(text.utf8), at))
    }

    func symbol(bytes: [UInt8], _ at: Place) throws(ContractError) -> SCSymbol {
        guard let symbol = SCSymbol(bytes) else { throw at.fault(.tooLong(limit: 32)) }
        let isValid = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isValid else { throw at.fault(.notASymbol) }
        return symbol
    }

    /// An account or a contract; where the type says so, also one with an id.
    func address(_ text: String, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        let key: StrKey
        do throws(StrKeyError) { key = try StrKey(text) } catch { throw at.fault(.address(error)) }
        switch key {
        case .publicKey(let key): return .address(.account(.ed25519(key)))
        case .contract(let id): return .address(.contract(id))
        case .muxed(let key, let id) where type == .muxedAddress:
            return .address(.muxedAccount(MuxedEd25519Account(id: id, ed25519: key)))
        case .muxedContract(let contract, let id) where type == .muxedAddress:
            return .address(.muxedContract(MuxedContract(id: id, contractId: contract)))
        case .muxed(let key, _): throw at.fault(.idNotTaken(address: .publicKey(key)))
        case .muxedContract(let contract, _): throw at.fault(.idNotTaken(address: .contract(contract)))
        default: throw at.fault(.wrongAddress(wanted: type.form))
        }
    }

    /// Hexadecimal digits, in quotation marks or not, or a list of numbers.
    func bytes(_ text: String, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        switch try? JSON(parsing: Array(text.utf8)) {
        case .number(let digits)?: return try hex(digits, type, at)
        case let json?: return try bytes(json, type, at)
        case nil: return try hex(text, type, at)
        }
    }

    func bytes(_ json: JSON, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        if let digits = json.asString { return try hex(digits, type, at) }
        var found: [UInt8] = []
        for (index, element) in try at.require(json.asArray, type.form).enumerated() {
            let place = try at.inside(.element(index))
            found.append(try place.require(element.asInteger(UInt8.self), "a number from 0 to 255"))
        }
        return try bytes(raw: found, type, at)
    }

    private func hex(_ digits: String, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        guard let found = try? Hex.decode(digits) else { throw at.fault(.expected(type.form)) }
        return try bytes(raw: found, type, at)
    }

    /// The bytes themselves, as many as the type wants.
    func bytes(raw: [UInt8], _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        if case .bytesN(let fixed) = type, raw.count != Int(fixed.n) {
            throw at.fault(.wrongLength(found: raw.count, wanted: Int(fixed.n), of: "bytes"))
        }
        guard let bytes = SCBytes(raw) else { throw at.fault(.tooLong(limit: ContractLimits.argument)) }
        return .bytes(bytes)
    }
}
