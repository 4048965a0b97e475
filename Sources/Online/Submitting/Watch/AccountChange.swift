// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

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
