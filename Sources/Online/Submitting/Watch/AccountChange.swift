// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

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
