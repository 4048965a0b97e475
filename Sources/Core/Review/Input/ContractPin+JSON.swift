// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
package import TextCodec
import XDR

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
