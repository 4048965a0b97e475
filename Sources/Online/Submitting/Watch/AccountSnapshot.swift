// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerAPI
import Stellar
import StellarXDR

/// The state of an account that `watch` records: everything that determines its assets and who may sign for it.
package struct AccountSnapshot: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        /// The balance and the limit in stroops; native has no limit.
        var balance: Int64
        var limit: Int64?
        var isAuthorized: Bool
        /// Whether open offers or a pool may change it without a transaction of the account.
        var isOffered: Bool
    }

    var sequence: Int64
    /// The thresholds: low, medium, high.
    var thresholds: [Int]
    /// The signers' weights by key, including the account's own.
    var signers: [String: Int]
    /// The names of the flags that are set.
    var flags: Set<String>
    var homeDomain: String?
    /// The data entries in base64, by name.
    var data: [String: String]
    /// The trustlines by asset or pool id.
    var lines: [String: Line]

    package init(_ record: AccountRecord) {
        sequence = record.sequence
        thresholds = [record.thresholds.low, record.thresholds.medium, record.thresholds.high]
        signers = Dictionary(record.signers.map { ($0.key.address, $0.weight) }) { $1 }
        flags = Set(record.flagNames)
        homeDomain = record.homeDomain
        data = record.data.mapValues { Base64.encode($0) }
        lines = Dictionary(record.balances.map { (Self.name(of: $0.holding), Line($0)) }) { $1 }
        // What cannot be read is compared as the server writes it, so that a change of it does not go unnoticed.
        for part in record.unread {
            switch part {
            case .signer(let unread): signers["of an unknown kind, \(unread.excerpt)"] = 0
            case .balance(let unread):
                lines["of an unknown kind, \(unread.excerpt)"] = Line(
                    balance: 0, limit: nil, isAuthorized: true, isOffered: false)
            }
        }
    }

    init(
        sequence: Int64, thresholds: [Int], signers: [String: Int], flags: Set<String>, homeDomain: String?,
        data: [String: String], lines: [String: Line]
    ) {
        self.sequence = sequence
        self.thresholds = thresholds
        self.signers = signers
        self.flags = flags
        self.homeDomain = homeDomain
        self.data = data
        self.lines = lines
    }

    /// What of the account was there: trustlines, shares of pools, data entries.
    var entries: NamedEntries {
        var named = NamedEntries([])
        for name in lines.keys {
            if let asset = try? Asset(name) {
                named.add(asset)
            } else if name.hasPrefix("pool "), let pool = try? PoolID(poolID: String(name.dropFirst(5))) {
                named.add(.poolShare(pool))
            }
        }
        for name in data.keys { named.add(data: name) }
        return named
    }

    static let levels = ["low", "medium", "high"]

    private static func name(of holding: AccountBalance.Holding) -> String {
        switch holding {
        case .asset(let asset): asset.text
        case .poolShares(let id): "pool " + id
        }
    }
}

extension AccountSnapshot.Line {
    fileprivate init(_ balance: AccountBalance) {
        self.init(
            balance: balance.balance.stroops, limit: balance.limit?.stroops, isAuthorized: balance.isAuthorized,
            isOffered: balance.buyingLiabilities > .zero || balance.sellingLiabilities > .zero)
    }
}

/// The journal's format, version 1.
extension AccountSnapshot {
    /// The state as JSON text.
    ///
    /// - Parameter state: nil for an account that does not exist.
    static func text(of state: AccountSnapshot?) -> String {
        JSON.object(JSONObject([("version", 1), ("account", state?.json ?? .null)])).text()
    }

    /// Parses the state.
    ///
    /// - Returns: nil for an account that did not exist.
    static func read(_ text: String) throws(JSONError) -> AccountSnapshot? {
        let json = try JSON(parsing: Array(text.utf8))
        guard try json.integer("version", as: Int.self) == 1 else { throw .outOfRange(field: "version") }
        let account = try json.member("account")
        return account == .null ? nil : try AccountSnapshot(account)
    }

    private var json: JSON {
        let lines = self.lines.sorted { $0.key < $1.key }.map { name, line in
            (
                name,
                [
                    "balance": .integer(line.balance), "limit": line.limit.map { .integer($0) } ?? .null,
                    "authorized": .bool(line.isAuthorized), "offered": .bool(line.isOffered),
                ] as JSON
            )
        }
        return [
            "sequence": .integer(sequence), "thresholds": .array(thresholds.map { .integer($0) }),
            "signers": .object(
                JSONObject(signers.sorted { $0.key < $1.key }.map { ($0.key, JSON.integer($0.value)) })),
            "flags": .array(flags.sorted().map { .string($0) }),
            "home_domain": homeDomain.map { .string($0) } ?? .null,
            "data": .object(JSONObject(data.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) })),
            "balances": .object(JSONObject(lines)),
        ]
    }

    private init(_ json: JSON) throws(JSONError) {
        var signers: [String: Int] = [:]
        for key in try json.object("signers").asObject?.keys ?? [] {
            signers[key] = try json.object("signers").integer(key)
        }
        var data: [String: String] = [:]
        for name in try json.object("data").asObject?.keys ?? [] {
            data[name] = try json.object("data").string(name)
        }
        var lines: [String: Line] = [:]
        for name in try json.object("balances").asObject?.keys ?? [] {
            let line = try json.object("balances").object(name)
            lines[name] = Line(
                balance: try line.integer("balance"),
                limit: line["limit"] == .null ? nil : try line.integer("limit"),
                isAuthorized: try line.bool("authorized"), isOffered: try line.bool("offered"))
        }
        let thresholds = try json.array("thresholds").compactMap { $0.asInteger(Int.self) }
        guard thresholds.count == Self.levels.count else { throw .outOfRange(field: "thresholds") }
        self.init(
            sequence: try json.integer("sequence"), thresholds: thresholds, signers: signers,
            flags: Set(try json.array("flags").compactMap(\.asString)),
            homeDomain: try json.optionalString("home_domain"),
            data: data, lines: lines)
    }
}

/// One change of an account's state: the values before and after, nil where there was none.
package enum AccountChange: Hashable, Sendable {
    /// - Parameter exists: whether the account was created, or else removed.
    case account(exists: Bool)
    case sequence(Int64, Int64)
    /// Weights, by the signer's key.
    case signer(String, Int?, Int?)
    /// - Parameter level: `low`, `medium` or `high`.
    case threshold(level: String, Int, Int)
    case flag(String, isSet: Bool)
    case homeDomain(String?, String?)
    /// Values in base64, by the entry's name.
    case data(String, String?, String?)
    /// By the asset or pool; limits, where it has one.
    case trustline(String, Limit?, Limit?)
    case authorization(String, isAuthorized: Bool)
    /// Stroops, by the asset or pool.
    case balance(String, Int64, Int64)

    /// The limit of a trustline; without one, such as of native.
    package struct Limit: Hashable, Sendable {
        let stroops: Int64?

        fileprivate var text: String { stroops.map { Amount(stroops: $0).text } ?? "there" }
    }

    /// All differences, in a deterministic order.
    static func all(from old: AccountSnapshot?, to new: AccountSnapshot?) -> [AccountChange] {
        guard let old, let new else {
            return (old == nil) == (new == nil) ? [] : [.account(exists: new != nil)]
        }
        var changes: [AccountChange] = []
        if old.sequence != new.sequence { changes.append(.sequence(old.sequence, new.sequence)) }
        if old.homeDomain != new.homeDomain { changes.append(.homeDomain(old.homeDomain, new.homeDomain)) }
        for (level, values) in zip(AccountSnapshot.levels, zip(old.thresholds, new.thresholds))
        where values.0 != values.1 {
            changes.append(.threshold(level: level, values.0, values.1))
        }
        for flag in old.flags.symmetricDifference(new.flags).sorted() {
            changes.append(.flag(flag, isSet: new.flags.contains(flag)))
        }
        let limits = (
            old.lines.mapValues { Limit(stroops: $0.limit) }, new.lines.mapValues { Limit(stroops: $0.limit) }
        )
        return changes
            + each(old.signers, new.signers) { .signer($0, $1, $2) }
            + each(old.data, new.data) { .data($0, $1, $2) }
            + each(limits.0, limits.1) { .trustline($0, $1, $2) }
            + lines(old.lines, new.lines)
    }

    private static func each<Value: Equatable>(
        _ old: [String: Value], _ new: [String: Value], _ change: (String, Value?, Value?) -> AccountChange
    ) -> [AccountChange] {
        Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { change($0, old[$0], new[$0]) }
    }

    private static func lines(
        _ old: [String: AccountSnapshot.Line], _ new: [String: AccountSnapshot.Line]
    ) -> [AccountChange] {
        Set(old.keys).union(new.keys).sorted().flatMap { name -> [AccountChange] in
            var changes: [AccountChange] = []
            // A trustline is empty when added or removed; the transactions account for what passed through it.
            let (before, after) = (old[name]?.balance ?? 0, new[name]?.balance ?? 0)
            if before != after { changes.append(.balance(name, before, after)) }
            if let was = old[name]?.isAuthorized, let isNow = new[name]?.isAuthorized, was != isNow {
                changes.append(.authorization(name, isAuthorized: isNow))
            }
            return changes
        }
    }

    /// A description of the change; text from others is escaped.
    package var words: String {
        switch self {
        case .account(let exists): "the account was \(exists ? "created" : "removed")"
        case .sequence(let old, let new): "the sequence number went from \(old) to \(new)"
        case .signer(let key, let old, let new): Self.words(signer: Self.escaped(key), old, new)
        case .threshold(let level, let old, let new): "the \(level) threshold went from \(old) to \(new)"
        case .flag(let name, let isSet): "the flag \(Self.escaped(name)) was \(isSet ? "set" : "cleared")"
        case .homeDomain(_, let new):
            "the home domain \(new.map { "became \"\(Self.escaped($0))\"" } ?? "was removed")"
        case .data(let name, let old, let new):
            "the data entry \"\(Self.escaped(name))\" was \(old == nil ? "added" : new == nil ? "removed" : "changed")"
        case .trustline(let name, let old, let new): Self.words(trustline: Self.escaped(name), old, new)
        case .authorization(let name, _):
            "the issuer set the trustline for \(Self.escaped(name)) to \(after ?? "")"
        case .balance(let name, _, _):
            "the balance of \(Self.escaped(name)) went from \(before ?? "") to \(after ?? "")"
        }
    }

    private static func escaped(_ text: String) -> String { TerminalText.escape(text) }

    private static func words(signer key: String, _ old: Int?, _ new: Int?) -> String {
        switch (old, new) {
        case (nil, let new): "the signer \(key) was added with weight \(new ?? 0)"
        case (let old?, nil): "the signer \(key) of weight \(old) was removed"
        case (let old?, let new?): "the weight of the signer \(key) went from \(old) to \(new)"
        }
    }

    private static func words(trustline name: String, _ old: Limit?, _ new: Limit?) -> String {
        switch (old, new) {
        case (nil, _): "a trustline for \(name) was added"
        case (_, nil): "the trustline for \(name) was removed"
        case (let old?, let new?): "the limit of the trustline for \(name) went from \(old.text) to \(new.text)"
        }
    }

    /// Whether others can make this change, and it does no harm.
    var isWelcome: Bool {
        switch self {
        case .account(let exists): exists
        case .authorization(_, let isAuthorized): isAuthorized
        case .balance(_, let old, let new): new > old
        default: false
        }
    }
}

/// The members of the JSON document.
extension AccountChange {
    package var kind: String {
        switch self {
        case .account: "account"
        case .sequence: "sequence"
        case .signer: "signer"
        case .threshold: "threshold"
        case .flag: "flag"
        case .homeDomain: "home_domain"
        case .data: "data"
        case .trustline: "trustline"
        case .authorization: "authorization"
        case .balance: "balance"
        }
    }

    /// The key, level, flag, data entry or asset; nil for a kind that occurs only once.
    package var subject: String? {
        switch self {
        case .account, .sequence, .homeDomain: nil
        case .signer(let name, _, _), .threshold(let name, _, _), .flag(let name, _), .data(let name, _, _),
            .trustline(let name, _, _), .authorization(let name, _), .balance(let name, _, _):
            name
        }
    }

    package var before: String? { values.before }
    package var after: String? { values.after }

    private var values: (before: String?, after: String?) {
        switch self {
        case .account(let exists): exists ? (nil, "there") : ("there", nil)
        case .sequence(let old, let new): (String(old), String(new))
        case .signer(_, let old, let new): (old.map { String($0) }, new.map { String($0) })
        case .threshold(_, let old, let new): (String(old), String(new))
        case .flag(_, let isSet): isSet ? (nil, "set") : ("set", nil)
        case .homeDomain(let old, let new), .data(_, let old, let new): (old, new)
        case .trustline(_, let old, let new): (old?.text, new?.text)
        case .authorization(_, let isAuthorized):
            isAuthorized ? ("not authorized", "authorized") : ("authorized", "not authorized")
        case .balance(_, let old, let new): (Amount(stroops: old).text, Amount(stroops: new).text)
        }
    }
}
