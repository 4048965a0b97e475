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

/// One change of an account's state.
package struct AccountChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case account, sequence, signer, threshold, flag
        case homeDomain = "home_domain"
        case data, trustline, authorization, balance
    }

    package let kind: Kind
    /// The key, level, flag, data entry or asset; nil for a kind that occurs only once.
    package let subject: String?
    /// The values before and after as text; nil when absent.
    package let before: String?
    package let after: String?

    /// All differences, in a deterministic order.
    static func all(from old: AccountSnapshot?, to new: AccountSnapshot?) -> [AccountChange] {
        guard let old, let new else {
            guard (old == nil) != (new == nil) else { return [] }
            return [AccountChange(.account, nil, old.map { _ in "there" }, new.map { _ in "there" })]
        }
        let values: [AccountChange?] = [
            changed(.sequence, nil, String(old.sequence), String(new.sequence)),
            changed(.homeDomain, nil, old.homeDomain, new.homeDomain),
        ]
        let levels = zip(AccountSnapshot.levels, zip(old.thresholds, new.thresholds)).map { level, values in
            changed(.threshold, level, String(values.0), String(values.1))
        }
        let flags = old.flags.union(new.flags).sorted().map {
            changed(.flag, $0, old.flags.contains($0) ? "set" : nil, new.flags.contains($0) ? "set" : nil)
        }
        let all =
            values + levels + flags
            + each(.signer, old.signers.mapValues(String.init), new.signers.mapValues(String.init))
            + each(.data, old.data, new.data)
            + each(.trustline, old.lines.mapValues(Self.limit), new.lines.mapValues(Self.limit))
            + lines(old.lines, new.lines)
        return all.compactMap { $0 }
    }

    private static func lines(
        _ old: [String: AccountSnapshot.Line], _ new: [String: AccountSnapshot.Line]
    ) -> [AccountChange?] {
        Set(old.keys).union(new.keys).sorted().flatMap { name -> [AccountChange?] in
            let (before, after) = (old[name], new[name])
            // A trustline is empty when added or removed; the transactions account for what passed through it.
            let balance = changed(
                .balance, name, Amount(stroops: before?.balance ?? 0).text, Amount(stroops: after?.balance ?? 0).text)
            guard let before, let after else { return [balance] }
            return [
                balance,
                changed(
                    .authorization, name, before.isAuthorized ? "authorized" : "not authorized",
                    after.isAuthorized ? "authorized" : "not authorized"),
            ]
        }
    }

    private static func limit(_ line: AccountSnapshot.Line) -> String {
        line.limit.map { Amount(stroops: $0).text } ?? "there"
    }

    private static func each(_ kind: Kind, _ old: [String: String], _ new: [String: String]) -> [AccountChange?] {
        Set(old.keys).union(new.keys).sorted().map { changed(kind, $0, old[$0], new[$0]) }
    }

    private static func changed(_ kind: Kind, _ subject: String?, _ old: String?, _ new: String?) -> AccountChange? {
        old == new ? nil : AccountChange(kind, subject, old, new)
    }

    init(_ kind: Kind, _ subject: String?, _ before: String?, _ after: String?) {
        self.kind = kind
        self.subject = subject
        self.before = before
        self.after = after
    }

    /// A description of the change; text from others is escaped.
    package var words: String {
        let name = subject.map { TerminalText.escape($0) } ?? ""
        let (old, new) = (before.map { TerminalText.escape($0) }, after.map { TerminalText.escape($0) })
        return switch (kind, old, new) {
        case (.account, _, nil): "the account was removed"
        case (.account, _, _): "the account was created"
        case (.sequence, let old?, let new?): "the sequence number went from \(old) to \(new)"
        case (.signer, nil, let new?): "the signer \(name) was added with weight \(new)"
        case (.signer, let old?, nil): "the signer \(name) of weight \(old) was removed"
        case (.signer, let old?, let new?): "the weight of the signer \(name) went from \(old) to \(new)"
        case (.threshold, let old?, let new?): "the \(name) threshold went from \(old) to \(new)"
        case (.flag, _, let new): "the flag \(name) was \(new == nil ? "cleared" : "set")"
        case (.homeDomain, _, let new): "the home domain \(new.map { "became \"\($0)\"" } ?? "was removed")"
        case (.data, nil, _): "the data entry \"\(name)\" was added"
        case (.data, _, nil): "the data entry \"\(name)\" was removed"
        case (.data, _, _): "the data entry \"\(name)\" was changed"
        case (.trustline, nil, _): "a trustline for \(name) was added"
        case (.trustline, _, nil): "the trustline for \(name) was removed"
        case (.trustline, let old?, let new?): "the limit of the trustline for \(name) went from \(old) to \(new)"
        case (.authorization, _, let new?): "the issuer set the trustline for \(name) to \(new)"
        case (.balance, let old?, let new?): "the balance of \(name) went from \(old) to \(new)"
        default: "\(kind.rawValue) \(name) changed"
        }
    }

    /// Whether others can make this change, and it does no harm.
    var isWelcome: Bool {
        switch kind {
        case .account: after != nil
        case .authorization: after == "authorized"
        case .balance: difference > 0
        default: false
        }
    }

    /// The increase of a balance, in stroops.
    var difference: Int128 {
        let (old, new) = ((try? Amount(before ?? "")) ?? .zero, (try? Amount(after ?? "")) ?? .zero)
        return Int128(new.stroops) - Int128(old.stroops)
    }
}
