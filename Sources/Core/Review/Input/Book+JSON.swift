// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// The book as the content of a signed list. A book without pins has no member `contracts`, so that earlier releases
/// read it; one with pins is refused by them.
extension Book {
    private static let parts: Set<String> = ["contacts", "accounts", "domains", "assets", "contracts"]

    /// Parses the content strictly.
    package convenience init(_ content: JSON) throws(JSONError) {
        for key in content.asObject?.keys ?? [] where !Self.parts.contains(key) {
            throw .wrongType(field: key, expected: "a part of a book")
        }
        self.init(
            contacts: try content.array("contacts").map { row throws(JSONError) in try Contact(row) },
            accounts: try content.array("accounts").map { row throws(JSONError) in try KnownAccount(row) },
            domains: try content.array("domains").map { row throws(JSONError) in try KnownDomain(row) },
            assets: try content.array("assets").map { row throws(JSONError) in
                guard let asset = try? Asset(row.asString ?? "") else {
                    throw .wrongType(field: "assets", expected: "assets")
                }
                return asset
            }, contracts: try Self.pins(content))
    }

    private static func pins(_ content: JSON) throws(JSONError) -> [ContractPin] {
        guard content["contracts"] != nil else { return [] }
        let pins = try content.array("contracts").map { row throws(JSONError) in try ContractPin(row) }
        guard !pins.isEmpty else { throw .wrongType(field: "contracts", expected: "pins, or absent") }
        for (place, pin) in pins.enumerated() where pins[..<place].contains(where: { $0.excludes(pin) }) {
            throw .wrongType(field: "contracts", expected: "pins of different contracts and labels")
        }
        return pins
    }

    package var json: JSON {
        var members: [(String, JSON)] = [
            ("contacts", .array(contacts.map(\.json))), ("accounts", .array(accounts.map(\.json))),
            ("domains", .array(domains.map(\.json))), ("assets", .array(assets.map { .string($0.text) })),
        ]
        if !contracts.isEmpty { members.append(("contracts", .array(contracts.map(\.json)))) }
        return .object(JSONObject(members))
    }
}

extension Contact {
    package init(_ row: JSON) throws(JSONError) {
        let memo = try row.member("memo")
        self.init(
            name: try Self.name(of: row), try Self.holder(row),
            ids: Set(
                try row.array("ids").map { id throws(JSONError) in
                    guard let text = id.asString, let id = UInt64(text), String(id) == text else {
                        throw .wrongType(field: "ids", expected: "numbers in strings")
                    }
                    return id
                }), memo: memo == .null ? nil : try MemoRule(memo))
        guard memo == .null || account != nil else {
            throw .wrongType(field: "memo", expected: "null, as \(name) is a contract")
        }
    }

    private static func holder(_ row: JSON) throws(JSONError) -> TokenHolder {
        guard let address = try? RecipientAddress(text: try row.string("account")), address.id == nil else {
            throw .wrongType(field: "account", expected: "an account or a contract")
        }
        return address.holder
    }

    /// A contact's name in any document. It is shown beside addresses, so only a valid name is accepted.
    package static func name(of row: JSON) throws(JSONError) -> String {
        let name = try row.string("name")
        guard ContactName.isOne(name) else {
            throw .wrongType(field: "name", expected: "a name of \(ContactName.rule)")
        }
        return name
    }

    package var json: JSON {
        [
            "name": .string(name), "account": .string(holder.strKey.text),
            "ids": .array(ids.sorted().map { .string(String($0)) }), "memo": memo?.json ?? .null,
        ]
    }
}

extension Contact.MemoRule {
    /// The kinds of memos that a rule can require.
    package static let kinds: Set<String> = ["text", "id", "hash", "return"]

    init(_ row: JSON) throws(JSONError) {
        if row["required"] != nil {
            let kinds = Set(try row.array("required").map { $0.asString ?? "" })
            guard kinds.isSubset(of: Self.kinds) else {
                throw .wrongType(field: "required", expected: "kinds of memos")
            }
            self = .required(kinds: kinds)
        } else {
            let kind = try row.string("type")
            guard let memo = try? Memo(argument: "\(kind):\(try row.string("value"))") else {
                throw .wrongType(field: "memo", expected: "a memo")
            }
            self = .pinned(memo)
        }
    }

    var json: JSON {
        switch self {
        case .required(let kinds): ["required": .array(kinds.sorted().map { .string($0) })]
        case .pinned(.text(let text)): ["type": "text", "value": .string(String(decoding: text.bytes, as: UTF8.self))]
        case .pinned(let memo): ["type": .string(memo.kind), "value": .string(memo.value ?? "")]
        }
    }
}

extension KnownAccount {
    package init(_ row: JSON) throws(JSONError) {
        let thresholds = try row.object("thresholds")
        self.init(
            account: try accountID(row, "account"), masterWeight: try weight(row, "master_weight"),
            signers: try row.array("signers").map { signer throws(JSONError) in
                guard let key = try? SignerKey(address: try signer.string("key")) else {
                    throw .wrongType(field: "key", expected: "a signer")
                }
                return Signer(key: key, weight: try weight(signer, "weight"))
            }, low: try weight(thresholds, "low"), medium: try weight(thresholds, "medium"),
            high: try weight(thresholds, "high"))
    }

    package var json: JSON {
        [
            "account": .string(account.address), "master_weight": .integer(masterWeight),
            "thresholds": ["low": .integer(low), "medium": .integer(medium), "high": .integer(high)],
            "signers": .array(
                signers.map { ["key": .string($0.key.address), "weight": .integer($0.weight)] }),
        ]
    }
}

extension KnownDomain {
    package init(_ row: JSON) throws(JSONError) {
        func key(_ name: String) throws(JSONError) -> AccountID? {
            try row.member(name) == .null ? nil : try accountID(row, name)
        }
        let name = try row.string("name")
        guard DomainName.isKept(name) else {
            throw .wrongType(field: "name", expected: "a domain of \(DomainName.rule)")
        }
        self.init(
            name: name, signingKey: try key("signing_key"), linkKey: try key("link_key"),
            withdrawalAccounts: Set(
                try row.array("withdrawal_accounts").map { text throws(JSONError) in
                    guard let account = try? AccountID(address: text.asString ?? "") else {
                        throw .wrongType(field: "withdrawal_accounts", expected: "accounts")
                    }
                    return account
                }))
    }

    package var json: JSON {
        [
            "name": .string(name), "signing_key": signingKey.map { .string($0.address) } ?? .null,
            "link_key": linkKey.map { .string($0.address) } ?? .null,
            "withdrawal_accounts": .array(withdrawalAccounts.map(\.address).sorted().map { .string($0) }),
        ]
    }
}

private func accountID(_ row: JSON, _ key: String) throws(JSONError) -> AccountID {
    guard let account = try? AccountID(address: try row.string(key)) else {
        throw .wrongType(field: key, expected: "an account")
    }
    return account
}

/// A weight from 0 to 255, the network's range.
private func weight(_ row: JSON, _ key: String) throws(JSONError) -> UInt32 {
    UInt32(try row.integer(key, as: UInt8.self))
}
