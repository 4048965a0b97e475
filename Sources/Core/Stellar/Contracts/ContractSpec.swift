// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// A contract's interface: its functions and types, as its author describes them.
///
/// Names and docs are the author's bytes: they may lie, and whoever shows them escapes them.
///
/// - Source: SEP-48.
package struct ContractSpec: Hashable, Sendable {
    /// The SHA-256 of the section `contractspecv0`.
    package let hash: Hash
    /// The SHA-256 of the module; nil when only the section was given.
    package let wasmHash: Hash?
    /// The section's bytes.
    package let section: [UInt8]
    /// In the order of the section.
    package let functions: [SCSpecFunctionV0]
    /// In the order of the section.
    package let types: [UserType]
    private let functionsByName: [[UInt8]: Int]
    private let typesByName: [[UInt8]: Int]

    /// The interface in a module of WebAssembly, or in the bytes of its section alone.
    package init(moduleOrSection bytes: [UInt8]) throws(ContractError) {
        if WasmModule.isModule(bytes) {
            try self.init(WasmModule(bytes))
        } else {
            try self.init(section: bytes)
        }
    }

    package init(_ module: WasmModule) throws(ContractError) {
        try self.init(section: module.spec, wasmHash: module.hash)
    }

    package init(section: [UInt8]) throws(ContractError) { try self.init(section: section, wasmHash: nil) }

    private init(section: [UInt8], wasmHash: Hash?) throws(ContractError) {
        guard section.count <= ContractLimits.module else {
            throw .tooLarge(size: section.count, limit: ContractLimits.module)
        }
        var functions: [SCSpecFunctionV0] = []
        var types: [UserType] = []
        for entry in try Self.entries(section) {
            if case .functionV0(let function) = entry {
                _ = try UserType.table(function.inputs, .argument(of: function.name.bytes)) { ($0.name.bytes, ()) }
                functions.append(function)
            } else if let type = try UserType(entry) {
                types.append(type)
            }
        }
        functionsByName = try UserType.table(Array(functions.enumerated()), .function) {
            ($0.element.name.bytes, $0.offset)
        }
        typesByName = try UserType.table(Array(types.enumerated()), .type) { ($0.element.name, $0.offset) }
        self.functions = functions
        self.types = types
        self.section = section
        self.wasmHash = wasmHash
        hash = Hash(sha256: section)
    }

    /// The entries of a stream without a count or an end.
    private static func entries(_ section: [UInt8]) throws(ContractError) -> [SCSpecEntry] {
        try section.withUnsafeBufferPointer { bytes throws(ContractError) in
            var reader = XDRReader(UnsafeRawBufferPointer(bytes))
            var found: [SCSpecEntry] = []
            while reader.remaining > 0 {
                guard found.count < ContractLimits.entries else {
                    throw ContractError.tooManyEntries(limit: ContractLimits.entries)
                }
                found.append(try entry(found.count + 1, &reader))
            }
            return found
        }
    }

    private static func entry(_ number: Int, _ reader: inout XDRReader) throws(ContractError) -> SCSpecEntry {
        do throws(XDRError) { return try SCSpecEntry.decode(from: &reader) } catch { throw .entry(number, error) }
    }

    /// The function of this name.
    package func function(_ name: [UInt8]) -> SCSpecFunctionV0? { functionsByName[name].map { functions[$0] } }

    /// What the interface calls an error of this number: one name, or one of each type of errors that has the number.
    package func errorNames(_ number: UInt32) -> [[UInt8]] {
        types.compactMap { type in
            if case .errors(_, let byValue) = type { byValue[number] } else { nil }
        }
    }

    /// The type of this name; nil if the spec uses it without defining it.
    package func type(_ name: [UInt8]) -> UserType? { typesByName[name].map { types[$0] } }
}

extension ContractSpec {
    /// The call that words describe, as stellar-cli takes them: `FUNCTION --ARG VALUE …`, or `--ARG=VALUE`. An argument
    /// of the type Option may be missing. `--ARG-file-path PATH` takes the value from a file: as it is for bytes,
    /// otherwise as text.
    ///
    /// - Parameter readFile: reads the file at a path, at most as many bytes as the limit says.
    /// - Throws: which word or value is wrong, and what is expected; see docs/CONTRACTS.md §Arguments.
    package func call<FileFault: Fault>(
        _ words: [String], of contract: ContractID,
        readFile: (_ path: String, _ limit: Int) throws(FileFault) -> [UInt8]
    ) throws(ContractError) -> InvokeContractArgs {
        guard words.count <= ContractLimits.words else { throw .tooManyWords(limit: ContractLimits.words) }
        guard let name = words.first else { throw .noFunction(known: callable) }
        let function = try called(name)
        let given = try CallWords(words.dropFirst(), function.inputs).values
        let missing = function.inputs.filter { given[$0.name.bytes] == nil && !$0.type.isOption }
        guard missing.isEmpty else { throw .missingArguments(missing.map(\.text)) }
        var args: [SCVal] = []
        for input in function.inputs {
            switch given[input.name.bytes] {
            case nil: args.append(.void)
            case .text(let text)?: args.append(try value(text, of: input))
            case .file(let path)?: args.append(try value(file: path, of: input, readFile))
            }
        }
        return InvokeContractArgs(contractAddress: .contract(contract), functionName: function.name, args: args)
    }

    /// The value of an argument from its text.
    package func value(_ text: String, of input: SCSpecFunctionInputV0) throws(ContractError) -> SCVal {
        let place = Place(input.name.bytes)
        guard text.utf8.count <= ContractLimits.argument else {
            throw place.fault(.tooLong(limit: ContractLimits.argument))
        }
        guard !text.isEmpty else { throw place.fault(.empty) }
        return try ArgumentReader(spec: self).value(text, input.type, place)
    }

    private func value<FileFault: Fault>(
        file path: String, of input: SCSpecFunctionInputV0,
        _ readFile: (_ path: String, _ limit: Int) throws(FileFault) -> [UInt8]
    ) throws(ContractError) -> SCVal {
        let content: [UInt8]
        do throws(FileFault) {
            content = try readFile(path, ContractLimits.argument)
        } catch {
            throw .file(argument: input.name.bytes, why: error.message)
        }
        let place = Place(input.name.bytes)
        guard content.count <= ContractLimits.argument else {
            throw place.fault(.tooLong(limit: ContractLimits.argument))
        }
        if input.type.isBytes { return try ArgumentReader(spec: self).bytes(raw: content, input.type, place) }
        guard var text = String(validating: content, as: UTF8.self) else { throw place.fault(.notUTF8) }
        // Editors end a file with a line feed, which belongs to the value only where any text may be one.
        if input.type != .string, text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
        return try value(text, of: input)
    }

    private func called(_ name: String) throws(ContractError) -> SCSpecFunctionV0 {
        guard let function = function(Array(name.utf8)) else { throw .unknownFunction(name, known: callable) }
        guard !function.isReserved else { throw .reserved(function.name.bytes) }
        return function
    }

    private var callable: [[UInt8]] { functions.filter { !$0.isReserved }.map(\.name.bytes) }
}

extension SCSpecFunctionV0 {
    /// Whether only the network calls the function, such as `__constructor` and `__check_auth`.
    package var isReserved: Bool { name.bytes.starts(with: "__".utf8) }
}

extension SCSpecTypeDef {
    var isOption: Bool {
        if case .option = self { true } else { false }
    }

    var isBytes: Bool {
        switch self {
        case .bytes, .bytesN: true
        default: false
        }
    }
}

extension ContractSpec {
    /// The interface of the contract that the network itself provides for a Stellar asset; it has no code.
    ///
    /// - Source: CAP-46-06, SEP-41, CAP-73.
    package static func stellarAsset() throws(ContractError) -> ContractSpec {
        var section: [UInt8] = []
        for (name, inputs, output) in assetFunctions {
            let function = SCSpecFunctionV0(
                doc: Opaque(), name: Opaque(Array(name.utf8)) ?? Opaque(),
                inputs: inputs.map { name, type in
                    SCSpecFunctionInputV0(doc: Opaque(), name: Opaque(Array(name.utf8)) ?? Opaque(), type: type)
                }, outputs: BoundedArray(output.map { [$0] } ?? []) ?? BoundedArray())
            section += SCSpecEntry.functionV0(function).xdr
        }
        return try ContractSpec(section: section)
    }

    private static let assetFunctions: [(String, [(String, SCSpecTypeDef)], SCSpecTypeDef?)] = [
        ("allowance", [("from", .address), ("spender", .address)], .i128),
        (
            "approve",
            [("from", .address), ("spender", .address), ("amount", .i128), ("live_until_ledger", .u32)], nil
        ),
        ("balance", [("id", .address)], .i128),
        ("authorized", [("id", .address)], .bool),
        ("transfer", [("from", .address), ("to", .muxedAddress), ("amount", .i128)], nil),
        (
            "transfer_from",
            [("spender", .address), ("from", .address), ("to", .address), ("amount", .i128)], nil
        ),
        ("burn", [("from", .address), ("amount", .i128)], nil),
        ("burn_from", [("spender", .address), ("from", .address), ("amount", .i128)], nil),
        ("decimals", [], .u32), ("name", [], .string), ("symbol", [], .string), ("admin", [], .address),
        ("set_admin", [("new_admin", .address)], nil),
        ("set_authorized", [("id", .address), ("authorize", .bool)], nil),
        ("mint", [("to", .address), ("amount", .i128)], nil),
        ("clawback", [("from", .address), ("amount", .i128)], nil),
        ("trust", [("addr", .address)], nil),
    ]
}

/// The maximum sizes of what is read about a contract; the network's own limits are smaller.
package enum ContractLimits {
    /// A WebAssembly module, in bytes. The network accepts 131,072.
    package static let module = 1 << 18
    /// The sections of a module. Standard sections occur once; contracts have three or four custom ones.
    package static let sections = 1024
    /// The entries of a spec.
    package static let entries = 4096
    /// The nesting of a value, in which each type around a part counts.
    package static let depth = 256
    /// Options and Results around one part of a value: they take a step each, but no part of the value.
    package static let wrappers = 8
    /// The text of a type, in bytes.
    package static let typeText = 200
    /// An argument, in bytes. A transaction holds 132,096 bytes.
    package static let argument = 1 << 19
    /// The words of a call.
    package static let words = 4096
}

/// What an interface says about an account of OpenZeppelin's library: of its release, which it does not name.
///
/// - Source: OpenZeppelin stellar-contracts, packages/accounts/src/smart_account; GHSA-jpg9-m7w4-c7wc.
extension ContractSpec {
    /// Which digest the account's keys sign; nil if the interface is not that of such an account.
    package var accountDigest: AuthPayload.Digest? {
        if function(Array("auth_digest".utf8)) != nil || hasType("AuthDigestPreimage") { return .account }
        return hasType("AuthPayload") ? .rules : nil
    }

    /// Whether the release is one in which a signer of the kind Delegated counts without having signed: before 0.7.3,
    /// which added errors of its own for such signers. False where the interface does not tell.
    package var countsUnsignedDelegates: Bool {
        guard accountDigest != nil,
            types.contains(where: { type in
                if case .union(_, let cases) = type { cases[Array("Delegated".utf8)] != nil } else { false }
            })
        else { return false }
        let codes = types.reduce(into: Set<UInt32>()) { codes, type in
            if case .errors(_, let byValue) = type { codes.formUnion(byValue.keys) }
        }
        return codes.contains { (3000...3016).contains($0) } && !codes.contains(3017) && !codes.contains(3018)
    }

    /// Whether it defines a type of this name; newer interfaces name types by their paths.
    private func hasType(_ name: String) -> Bool {
        types.contains { type in
            type.name.elementsEqual(name.utf8) || type.name.reversed().starts(with: ("::" + name).utf8.reversed())
        }
    }
}
