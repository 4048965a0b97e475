// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// What the book knows about a contract.
package struct ContractPin: Hashable, Sendable {
    /// The units of a token that is not an asset's built-in contract, as its owner confirmed them.
    package struct Units: Hashable, Sendable {
        /// At most `ContractPin.mostDecimals`.
        package let decimals: UInt8
        package let symbol: String

        package init(decimals: UInt8, symbol: String) {
            self.decimals = decimals
            self.symbol = symbol
        }
    }

    /// A contract that signs as an account does.
    package struct Account: Hashable, Sendable {
        /// The form of its signatures. The signer returns the bare signature; the online side puts it into this form.
        package enum Shape: String, CaseIterable, Hashable, Sendable {
            /// `BytesN<64>`: one signature, without its key.
            case bytes64
            /// A list of maps with `public_key` and `signature`.
            case map
            /// `AuthPayload` of OpenZeppelin's library: signatures over the payload and context rules.
            case openzeppelin
        }

        package let shape: Shape
        /// The keys that sign for it, at least one.
        package let signers: [AccountID]

        package init(shape: Shape, signers: [AccountID]) {
            self.shape = shape
            self.signers = signers
        }
    }

    /// Whether the code can be replaced, as far as was known when the pin was made.
    package enum Upgradable: String, CaseIterable, Hashable, Sendable {
        case yes, no, unknown
    }

    package let network: Network
    package let contract: ContractID
    package let label: String
    /// The asset whose built-in contract this is; its id follows from it.
    package var asset: Asset?
    /// SHA-256 of the contract's code.
    package var wasmHash: Hash?
    /// SHA-256 of the section `contractspecv0` of the code.
    package var specHash: Hash?
    package var units: Units?
    package var account: Account?
    /// Functions whose calls pass with a warning, if the request proves the interface.
    package var functions: [String] = []
    package var upgradable = Upgradable.unknown

    /// An amount of 128 bits has at most 39 digits.
    package static let mostDecimals: UInt8 = 38
    package static let mostSymbol = 32
    package static let mostFunctions = 100
    package static let mostSigners = 20

    package init(network: Network, contract: ContractID, label: String) {
        self.network = network
        self.contract = contract
        self.label = label
    }

    /// Whether a book can have only one of the two: they are about one contract, or have one label on one network.
    package func excludes(_ other: ContractPin) -> Bool {
        network == other.network
            && (contract == other.contract || ContactName.areSame(label, other.label))
    }

    /// Why a book cannot have the pin; nil if it can.
    package var fault: String? {
        if !ContactName.isOne(label) { return "the label needs \(ContactName.rule)" }
        if network.passphrase.isEmpty { return "the network's passphrase is missing" }
        if let asset {
            guard ContractIDPreimage.asset(asset).contract(on: network) == contract else {
                return "the contract is not that of the asset on this network"
            }
            guard wasmHash == nil, specHash == nil, units == nil, account == nil, functions.isEmpty else {
                return "the asset says everything about its built-in contract"
            }
        }
        if let units {
            guard units.decimals <= Self.mostDecimals else { return "at most \(Self.mostDecimals) decimals" }
            guard Self.isSymbol(units.symbol) else {
                return "a symbol has 1 to \(Self.mostSymbol) of A-Z a-z 0-9 _ - ."
            }
            guard ConfusableSkeleton.of(units.symbol) != ConfusableSkeleton.of("XLM") else {
                return "the symbol could be taken for XLM"
            }
        }
        if let account {
            let count = Set(account.signers).count
            guard count == account.signers.count, (1...Self.mostSigners).contains(count) else {
                return "a contract account has 1 to \(Self.mostSigners) different signers"
            }
        }
        guard Set(functions).count == functions.count, functions.count <= Self.mostFunctions,
            functions.allSatisfy(Self.isFunction)
        else { return "functions are at most \(Self.mostFunctions) different names of A-Z a-z 0-9 _" }
        guard functions.isEmpty || wasmHash != nil || specHash != nil else {
            return "functions can be allowed only of code or of an interface that the pin names"
        }
        return nil
    }

    private static func isSymbol(_ text: String) -> Bool {
        (1...mostSymbol).contains(text.utf8.count)
            && text.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    private static func isFunction(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A pin in the content of a book, and in exported pins.
extension ContractPin {
    private static let members: Set<String> = [
        "label", "network_passphrase", "contract", "asset", "wasm_hash", "spec_hash", "token", "account", "functions",
        "upgradable",
    ]

    /// Parses a pin strictly: every member is there, and no other.
    package init(_ row: JSON) throws(JSONError) {
        for key in row.asObject?.keys ?? [] where !Self.members.contains(key) {
            throw .wrongType(field: key, expected: "a member of a pin")
        }
        guard case .contract(let id)? = try? StrKey(try row.string("contract")) else {
            throw .wrongType(field: "contract", expected: "a contract")
        }
        self.init(
            network: Network(passphrase: try row.string("network_passphrase")), contract: id,
            label: try row.string("label"))
        asset = try Self.optional(row, "asset", "an asset") { $0.asString.flatMap { try? Asset($0) } }
        wasmHash = try Self.optional(row, "wasm_hash", "64 hexadecimal digits", Self.hash)
        specHash = try Self.optional(row, "spec_hash", "64 hexadecimal digits", Self.hash)
        if try row.member("token") != .null {
            let token = try row.object("token")
            units = Units(decimals: try token.integer("decimals", as: UInt8.self), symbol: try token.string("symbol"))
        }
        if try row.member("account") != .null { account = try Account(try row.object("account")) }
        functions = try row.array("functions").map { name throws(JSONError) in
            guard let name = name.asString else { throw .wrongType(field: "functions", expected: "names") }
            return name
        }
        guard let word = Upgradable(rawValue: try row.string("upgradable")) else {
            throw .wrongType(field: "upgradable", expected: "yes, no or unknown")
        }
        upgradable = word
        if let fault { throw .wrongType(field: "contracts", expected: "a valid pin: \(fault)") }
    }

    private static func optional<Value>(
        _ row: JSON, _ key: String, _ expected: String, _ value: (JSON) -> Value?
    ) throws(JSONError) -> Value? {
        let member = try row.member(key)
        if member == .null { return nil }
        guard let value = value(member) else { throw .wrongType(field: key, expected: expected) }
        return value
    }

    private static func hash(_ value: JSON) -> Hash? {
        guard let text = value.asString, text == text.lowercased(), let bytes = try? Hex.decode(text) else {
            return nil
        }
        return Hash(bytes)
    }

    package var json: JSON {
        func hash(_ hash: Hash?) -> JSON { hash.map { .string(Hex.encode($0.bytes)) } ?? .null }
        return [
            "label": .string(label), "network_passphrase": .string(network.passphrase),
            "contract": .string(StrKey.contract(contract).text), "asset": asset.map { .string($0.text) } ?? .null,
            "wasm_hash": hash(wasmHash), "spec_hash": hash(specHash),
            "token": units.map { ["decimals": .integer($0.decimals), "symbol": .string($0.symbol)] } ?? .null,
            "account": account?.json ?? .null, "functions": .array(functions.map { .string($0) }),
            "upgradable": .string(upgradable.rawValue),
        ]
    }
}

extension ContractPin.Account {
    fileprivate init(_ row: JSON) throws(JSONError) {
        let shape = try row.string("shape")
        guard let known = Shape(rawValue: shape) else {
            throw .wrongType(field: "shape", expected: "bytes64, map or openzeppelin")
        }
        self.init(
            shape: known,
            signers: try row.array("signers").map { text throws(JSONError) in
                guard let account = try? AccountID(address: text.asString ?? "") else {
                    throw .wrongType(field: "signers", expected: "accounts")
                }
                return account
            })
    }

    fileprivate var json: JSON {
        ["shape": .string(shape.rawValue), "signers": .array(signers.map { .string($0.address) })]
    }
}
