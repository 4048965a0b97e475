// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The vault owner's limits on what may be signed; anything that is not named is not allowed.
///
/// An empty policy allows nothing.
package struct Policy: Hashable, Sendable {
    /// Where value may go.
    package enum Destinations: Hashable, Sendable {
        case any
        /// The accounts and contacts that the book knows, and the key's own account.
        case book
        case only(Set<RecipientAddress>)
    }

    /// Everything, or only the listed elements.
    package enum Choice<Element: Hashable & Sendable>: Hashable, Sendable {
        case any
        case only(Set<Element>)

        func allows(_ element: Element) -> Bool {
            switch self {
            case .any: true
            case .only(let elements): elements.contains(element)
            }
        }
    }

    /// Amounts by asset, keyed by `KnownToken.text`; nothing of an asset that is not named.
    package enum Limits: Hashable, Sendable {
        case unlimited
        /// Nil for an asset without a limit.
        case by([String: Amount?])

        /// The limit of an asset; nil if it is unlimited.
        func most(of asset: String) -> Amount? {
            switch self {
            case .unlimited: nil
            case .by(let limits): limits[asset] ?? .zero
            }
        }
    }

    package var networks: [Network] = []
    /// Operation names of the protocol, and `fee_bump`.
    package var operations: Choice<String> = .only([])
    package var destinations: Destinations = .only([])
    package var assets: Choice<String> = .only([])
    package var perTransaction: Limits = .by([:])
    package var perDay: Limits = .by([:])
    package var fee = Amount.zero
    /// Destinations that require a memo or an id; `any` for all.
    package var memoRequired: Choice<AccountID> = .only([])
    /// Home domains whose logins may be signed.
    package var logins: Choice<String> = .only([])
    package var messages = false
    /// Rules whose holds may pass unattended.
    package var unattended: Set<RuleID> = []
    /// From when on nothing is allowed any more; nil for no end.
    package var expires: Timestamp?
    /// The only functions that may be called and authorized, by contract; nil for no such restriction.
    package var functions: [ContractID: Set<String>]?

    package init() {}

    /// Whether a contract's function may be called, as far as this list decides.
    func allows(_ call: InvokeContractArgs) -> Bool {
        guard let functions else { return true }
        guard let contract = call.contractAddress.contract else { return false }
        return functions[contract]?.contains(String(decoding: call.functionName.bytes, as: UTF8.self)) == true
    }

    /// Whether this hold may pass unattended.
    package func passes(_ hold: Hold) -> Bool { unattended.contains(hold.rule) }

    /// Rules whose holds only a person can pass, whatever a policy says.
    static let attended: Set<RuleID> = [.bookOwner, .record, .clock]
}

/// A policy as the document that `policy set` reads and `policy show` writes.
extension Policy {
    private static let format = "coldstar-policy"
    private static let members: Set<String> = [
        "format", "version", "networks", "operations", "destinations", "assets", "maximum_per_transaction",
        "maximum_per_day", "maximum_fee", "memo_required", "logins", "messages", "unattended",
        "expires", "functions",
    ]

    /// Parses a policy strictly: a misspelt member is an error, and a missing one allows nothing.
    package init(_ document: JSON) throws(JSONError) {
        guard try document.string("format") == Self.format else {
            throw .wrongType(field: "format", expected: Self.format)
        }
        guard try document.integer("version", as: Int.self) == 1 else {
            throw .wrongType(field: "version", expected: "1")
        }
        for key in document.asObject?.keys ?? [] where !Self.members.contains(key) {
            let close = Suggestion.question(for: key, among: Self.members).map { "; \($0)" } ?? ""
            throw .wrongType(field: key, expected: "a member of a policy\(close)")
        }
        networks = try Self.texts(document, "networks").map { Network(named: $0) ?? Network(passphrase: $0) }
        operations = try Self.choice(document, "operations", Self.operation)
        destinations = try Self.destinations(document)
        assets = try Self.choice(document, "assets", Self.asset)
        perTransaction = try Self.limits(document, "maximum_per_transaction")
        perDay = try Self.limits(document, "maximum_per_day")
        if let text = try document.optionalString("maximum_fee") { fee = try Self.amount(text, "maximum_fee") }
        memoRequired = try Self.choice(document, "memo_required") { (text, key) throws(JSONError) in
            guard let account = try? AccountID(address: text) else {
                throw .wrongType(field: key, expected: "accounts")
            }
            return account
        }
        logins = try Self.choice(document, "logins") { (text, _) throws(JSONError) in text }
        if document["messages"] != nil { messages = try document.bool("messages") }
        unattended = Set(try Self.texts(document, "unattended").map { text throws(JSONError) in try Self.rule(text) })
        if let text = try document.optionalString("expires") {
            guard text.utf8.contains(UInt8(ascii: "T")), let time = Timestamp(text) else {
                throw .wrongType(field: "expires", expected: "a time such as 2027-01-31T00:00:00Z")
            }
            expires = time
        }
        functions = try Self.functions(document)
    }

    private static func functions(_ document: JSON) throws(JSONError) -> [ContractID: Set<String>]? {
        guard let value = document["functions"], value != .null else { return nil }
        let expected = "an object of function names by contract"
        guard let object = value.asObject else { throw .wrongType(field: "functions", expected: expected) }
        var functions: [ContractID: Set<String>] = [:]
        for (address, names) in object.members {
            guard case .contract(let contract)? = try? StrKey(address), let names = names.asArray else {
                throw .wrongType(field: "functions", expected: expected)
            }
            functions[contract] = Set(
                try names.map { name throws(JSONError) in
                    guard let text = name.asString, !text.isEmpty else {
                        throw .wrongType(field: "functions", expected: expected)
                    }
                    return text
                })
        }
        return functions
    }

    /// The document, with every member that the first release knows, and the others where they restrict something.
    package var json: JSON {
        var json = members
        if let expires { json["expires"] = .string(expires.rfc3339) }
        if let functions {
            json["functions"] = .object(
                JSONObject(
                    functions.map { (StrKey.contract($0).text, JSON.array($1.sorted().map { .string($0) })) }
                        .sorted { $0.0 < $1.0 }))
        }
        return .object(json)
    }

    private var members: JSONObject {
        JSONObject([
            ("format", .string(Self.format)), ("version", 1),
            ("networks", .array(networks.map { .string($0.name ?? $0.passphrase) })),
            ("operations", Self.json(operations) { $0 }), ("destinations", destinationsJSON),
            ("assets", Self.json(assets) { $0 }), ("maximum_per_transaction", Self.json(perTransaction)),
            ("maximum_per_day", Self.json(perDay)), ("maximum_fee", .string(fee.text)),
            ("memo_required", Self.json(memoRequired) { $0.address }), ("logins", Self.json(logins) { $0 }),
            ("messages", .bool(messages)),
            ("unattended", .array(unattended.map(\.rawValue).sorted().map { .string($0) })),
        ])
    }

    private static func operation(_ text: String, _ key: String) throws(JSONError) -> String {
        guard text == "fee_bump" || OperationType.allCases.contains(where: { $0.name == text }) else {
            throw .wrongType(field: key, expected: "names of operations: \(text.prefix(40))")
        }
        return text
    }

    private static func asset(_ text: String, _ key: String) throws(JSONError) -> String {
        // A pinned token goes by its contract.
        if case .contract(let id)? = try? StrKey(text) { return StrKey.contract(id).text }
        // As people call it, and as documents do.
        if text == "XLM" { return Asset.native.text }
        guard let asset = try? Asset(text) else {
            throw .wrongType(field: key, expected: "assets: \(text.prefix(70))")
        }
        return asset.text
    }

    private static func amount(_ text: String, _ key: String) throws(JSONError) -> Amount {
        guard let amount = try? Amount(text) else { throw .wrongType(field: key, expected: "an amount") }
        return amount
    }

    /// Parses a rule that can hold and that a policy may pass.
    private static func rule(_ text: String) throws(JSONError) -> RuleID {
        guard let rule = RuleID(rawValue: text), rule.rawValue.first != "R", rule != .policy else {
            throw .wrongType(field: "unattended", expected: "names of rules that hold: \(text.prefix(20))")
        }
        guard !attended.contains(rule) else {
            throw .wrongType(field: "unattended", expected: "free to name \(text): only a person passes that")
        }
        return rule
    }

    private static func destinations(_ document: JSON) throws(JSONError) -> Destinations {
        if document["destinations"]?.asString == "book" { return .book }
        let choice: Choice<RecipientAddress> = try choice(document, "destinations") { (text, key) throws(JSONError) in
            guard let address = try? RecipientAddress(text: text) else {
                throw .wrongType(field: key, expected: "accounts and contracts")
            }
            return address
        }
        switch choice {
        case .any: return .any
        case .only(let addresses): return .only(addresses)
        }
    }

    private static func limits(_ document: JSON, _ key: String) throws(JSONError) -> Limits {
        guard let value = document[key], value != .null else { return .by([:]) }
        if value.asString == "unlimited" { return .unlimited }
        guard let object = value.asObject else {
            throw .wrongType(field: key, expected: "an object of amounts by asset, or \"unlimited\"")
        }
        var limits: [String: Amount?] = [:]
        for (name, value) in object.members {
            guard let text = value.asString else { throw .wrongType(field: key, expected: "amounts in strings") }
            limits[try asset(name, key)] = text == "unlimited" ? .some(nil) : try amount(text, key)
        }
        return .by(limits)
    }

    private static func texts(_ document: JSON, _ key: String) throws(JSONError) -> [String] {
        guard let value = document[key], value != .null else { return [] }
        guard let elements = value.asArray else { throw .wrongType(field: key, expected: "an array of strings") }
        return try elements.map { element throws(JSONError) in
            guard let text = element.asString, !text.isEmpty else {
                throw .wrongType(field: key, expected: "an array of strings")
            }
            return text
        }
    }

    private static func choice<Element: Hashable & Sendable>(
        _ document: JSON, _ key: String, _ read: (String, String) throws(JSONError) -> Element
    ) throws(JSONError) -> Choice<Element> {
        if document[key]?.asString == "any" { return .any }
        var elements: Set<Element> = []
        for text in try texts(document, key) { elements.insert(try read(text, key)) }
        return .only(elements)
    }

    private static func json<Element: Hashable & Sendable>(_ choice: Choice<Element>, _ text: (Element) -> String)
        -> JSON
    {
        switch choice {
        case .any: "any"
        case .only(let elements): .array(elements.map(text).sorted().map { .string($0) })
        }
    }

    private static func json(_ limits: Limits) -> JSON {
        switch limits {
        case .unlimited: "unlimited"
        case .by(let limits):
            .object(
                JSONObject(
                    limits.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value?.text ?? "unlimited")) }))
        }
    }

    private var destinationsJSON: JSON {
        switch destinations {
        case .any: "any"
        case .book: "book"
        case .only(let addresses): .array(addresses.map(\.address).sorted().map { .string($0) })
        }
    }
}
