// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Review
package import Stellar
package import StellarXDR

/// What a new pin says about a contract's code.
package enum PinnedCode: Sendable {
    case nothing
    case wasmHash(Hash)
    /// The asset's built-in contract.
    case asset(Asset)
    case interface(ContractSpec)
}

extension ContractPin.Account.Shape: TextValue {
    package init(text: String) throws(Failure) {
        guard let known = Self(rawValue: text) else { throw Failure(.badInput, "bytes64, map or openzeppelin") }
        self = known
    }
}

extension ContractPin.Upgradable: TextValue {
    package init(text: String) throws(Failure) {
        guard let known = Self(rawValue: text) else { throw Failure(.badInput, "yes, no or unknown") }
        self = known
    }
}

/// The SHA-256 of a contract's code.
package struct CodeHash: TextValue, Hashable {
    package let hash: Hash

    /// - Parameter text: 64 hexadecimal digits.
    package init(text: String) throws(Failure) {
        guard let bytes = try? Hex.decode(text), let hash = Hash(bytes) else {
            throw Failure(.badInput, "64 hexadecimal digits")
        }
        self.hash = hash
    }
}

extension PinnedCode {
    /// - Parameters:
    ///   - bytes: a module, or its section `contractspecv0`.
    ///   - isModule: whether it has to be a module.
    ///   - origin: where the bytes came from, escaped.
    package init(_ bytes: [UInt8], isModule: Bool, origin: String) throws(Failure) {
        do {
            self = .interface(
                isModule ? try ContractSpec(WasmModule(bytes)) : try ContractSpec(moduleOrSection: bytes))
        } catch {
            throw Failure(.badInput, "\(origin): \(error.message)", hint: error.hint)
        }
    }

    /// The material that a request brings for a contract.
    ///
    /// - Throws: `.noInput` if it brings none, `.badInput` for several that differ.
    package init(
        _ material: [AuthorizationRequest.Material], of contract: ContractID, origin: String
    ) throws(Failure) {
        let own = Set(material.filter { $0.id == contract }.map(\.content))
        guard let content = own.first else {
            throw Failure(.noInput, "\(origin): the request has neither code nor interface of this contract")
        }
        guard own.count == 1 else {
            throw Failure(.badInput, "\(origin): the request has different codes or interfaces of this contract")
        }
        switch content {
        case .wasm(let code): try self.init(code, isModule: true, origin: origin)
        case .spec(let section): try self.init(section, isModule: false, origin: origin)
        }
    }

    /// What was read, to show above the question; nil unless there is an interface.
    ///
    /// - Parameter origin: where it came from, escaped.
    package func text(from origin: String) -> String? {
        guard case .interface(let spec) = self else { return nil }
        let code = spec.wasmHash.map { "SHA-256 of the code: \(Hex.encode($0.bytes))\n" } ?? ""
        let functions = spec.functions.map { "  \($0.text)\n" }.joined()
        return """
            From \(origin). Compare the hash with the contract's operator, or with what another machine reads from the network.
            \(code)SHA-256 of the interface: \(Hex.encode(spec.hash.bytes))
            Functions (\(spec.functions.count)), named by the contract's author:
            \(functions)
            """
    }
}

extension ContractPin {
    /// What the user enters about a contract besides its code.
    package struct Details: Sendable {
        package var decimals: UInt8?
        package var symbol: String?
        package var shape: Account.Shape?
        package var signers: [AccountID] = []
        package var functions: [String] = []
        package var upgradable: Upgradable?

        package init() {}
    }

    /// A pin as the user enters it.
    ///
    /// - Throws: `.badInput` for what is not a label or function; `.usage` for details that do not go together.
    package init(
        labelled label: String, _ contract: ContractID, on network: Network, code: PinnedCode, _ typed: Details
    ) throws(Failure) {
        try SecretInPlaceOfName.check(label, "the label")
        self.init(network: network, contract: contract, label: label)
        switch code {
        case .nothing: break
        case .wasmHash(let hash): wasmHash = hash
        case .asset(let known): (asset, upgradable) = (known, .no)
        case .interface(let spec):
            (wasmHash, specHash) = (spec.wasmHash, spec.hash)
            for name in typed.functions where spec.function(Array(name.utf8)) == nil {
                throw Failure(
                    .badInput, .function, "the interface has no function \(ForeignName(name).quoted)",
                    hint: .suggestion(
                        for: name, among: spec.functions.map { ForeignName($0.name.bytes).text }))
            }
            if case .yes = Upgradability(spec) { upgradable = .yes } else { upgradable = .no }
        }
        units = try Self.units(typed)
        account = try Self.account(typed)
        functions = typed.functions
        if let known = typed.upgradable { upgradable = known }
        if let fault { throw Failure(.badInput, Wording(fault)) }
    }

    private static func units(_ typed: Details) throws(Failure) -> Units? {
        guard let decimals = typed.decimals, let symbol = typed.symbol else {
            guard typed.decimals == nil, typed.symbol == nil else {
                throw Failure(.usage, "\(field: .decimals) and \(field: .symbol): both or neither")
            }
            return nil
        }
        return Units(decimals: decimals, symbol: symbol)
    }

    private static func account(_ typed: Details) throws(Failure) -> Account? {
        guard let shape = typed.shape else {
            guard typed.signers.isEmpty else { throw Failure(.usage, "\(field: .signer) needs \(field: .shape)") }
            return nil
        }
        return Account(shape: shape, signers: typed.signers)
    }

    /// Pins as a document for the online side, which compares them with the network.
    package static func document(of pins: [ContractPin]) -> JSON {
        ["format": .string(format), "version": 1, "contracts": .array(pins.map(\.json))]
    }

    static let format = "coldstar-contracts"
}

extension Book {
    /// The book with a pin more.
    ///
    /// - Parameter replacing: whether it may take the place of another pin of this contract or label.
    /// - Throws: `.cannotCreate` if the book has another one.
    package func adding(_ pin: ContractPin, replacing: Bool) throws(Failure) -> Book {
        if !replacing, let old = contracts.first(where: { $0.excludes(pin) && $0 != pin }) {
            throw Failure(
                .cannotCreate,
                "the book has \(old.contract == pin.contract ? "this contract" : "another contract") as \(ForeignName(old.label).text)",
                hint: "\(field: .replace) puts the new pin in its place; nothing of the old one stays")
        }
        return adding(contracts: [pin])
    }

    /// The book without a pin.
    ///
    /// - Parameter entry: the contract's address, or its label.
    /// - Throws: `.noInput` if there is none, `.badInput` for a label on several networks.
    package func removing(contractNamed entry: String) throws(Failure) -> Book {
        let id = try? ContractReference(text: entry).id
        let found = contracts.filter { id == nil ? ContactName.areSame($0.label, entry) : $0.contract == id }
        guard let pin = found.first else {
            throw Failure(
                .noInput, "the book has no contract \(TerminalText.escape(entry))",
                hint: .suggestion(for: entry, among: contracts.map(\.label)))
        }
        guard found.count == 1 else {
            let all = found.map { StrKey.contract($0.contract).text }.joined(separator: ", ")
            throw Failure(.badInput, "the book has contracts of this label on several networks", hint: "write \(all)")
        }
        return removing(contract: pin)
    }
}
