// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The changes of an account, with the transactions that explain them.
package struct WatchReport: Sendable {
    package enum Level: String, Hashable, Sendable {
        /// All of it is explained by transactions of this journal.
        case ours
        /// Done by others and harmless: an incoming payment, an authorized trustline.
        case info
        /// Done by a transaction that acts for the account and is not in the journal, or harmful, or unexplained.
        case alarm
    }

    package struct Finding: Sendable {
        package let change: AccountChange
        package let level: Level
        /// The transactions that may explain it, oldest first.
        package let deeds: [AccountDeed]
        /// A description of what is unexpected about it; nil if nothing is.
        package let remark: String?
    }

    package let account: AccountID
    /// The time of the last observation; nil for the first one.
    package let since: Timestamp?
    package let findings: [Finding]
    /// All transactions in its history since then.
    package let deeds: [AccountDeed]

    /// Creates the report of the first observation, which has nothing to compare with.
    init(first account: AccountID) {
        self.account = account
        since = nil
        findings = []
        deeds = []
    }

    init(
        _ account: AccountID, since: Timestamp, from old: AccountState?, to new: AccountState?, by deeds: [AccountDeed]
    ) {
        self.account = account
        self.since = since
        self.deeds = deeds
        let isNew = deeds.contains(where: \.createsAccount)
        findings =
            AccountChange.all(from: old, to: new).map { change in
                let line = change.subject.flatMap { old?.lines[$0] }
                let isOffered = change.kind == .balance && (line?.isOffered ?? false)
                return Finding(change, by: deeds, from: isNew ? nil : old, isOffered: isOffered)
            } + (isNew ? [] : Self.missing(from: old, to: new, by: deeds))
    }

    /// Findings for balances that the transactions should have changed and that have not changed.
    private static func missing(
        from old: AccountState?, to new: AccountState?, by deeds: [AccountDeed]
    ) -> [Finding] {
        guard let old, let new else { return [] }
        return old.lines.keys.sorted().compactMap { name in
            guard let line = old.lines[name], let now = new.lines[name], line.balance == now.balance, !line.isOffered,
                let sum = AccountDeed.movement(of: name, by: deeds), sum != 0
            else { return nil }
            let text = Amount(stroops: line.balance).text
            return Finding(
                change: AccountChange(.balance, name, text, text), level: .alarm,
                deeds: deeds.filter { $0.movement(of: name) != 0 },
                remark: "its transactions change it by \(Finding.units(sum))")
        }
    }

    /// Transactions that act for the account and are not in the journal.
    package var strangeDeeds: [AccountDeed] { deeds.filter { !$0.isOurs && $0.acts } }

    /// The highest level of any finding or transaction.
    package var level: Level {
        if !strangeDeeds.isEmpty || findings.contains(where: { $0.level == .alarm }) { return .alarm }
        return findings.contains { $0.level == .info } || deeds.contains { !$0.isOurs } ? .info : .ours
    }
}

extension AccountDeed {
    /// The sum of several transactions' changes of a balance; nil when one does not determine its change.
    static func movement(of asset: String, by deeds: [AccountDeed]) -> Int128? {
        var sum: Int128 = 0
        for deed in deeds {
            guard let moved = deed.movement(of: asset) else { return nil }
            sum += moved
        }
        return sum
    }
}

extension WatchReport.Finding {
    /// - Parameter old: the previous state; nil when the account was created again in between, which resets its sequence number.
    init(_ change: AccountChange, by deeds: [AccountDeed], from old: AccountState?, isOffered: Bool) {
        let doers = deeds.filter { $0.explains(change) }
        let remark = Self.remark(change, deeds, doers, old, isOffered: isOffered)
        let level: WatchReport.Level =
            if doers.contains(where: { $0.acts && !$0.isOurs }) {
                .alarm
            } else if doers.isEmpty, isOffered {
                .info
            } else if remark != nil {
                .alarm
            } else if doers.allSatisfy(\.isOurs) {
                .ours
            } else {
                change.isWelcome ? .info : .alarm
            }
        self.init(change: change, level: level, deeds: doers, remark: remark)
    }

    /// A description of what the transactions do not explain; nil when they explain the change.
    private static func remark(
        _ change: AccountChange, _ deeds: [AccountDeed], _ doers: [AccountDeed], _ old: AccountState?, isOffered: Bool
    ) -> String? {
        if doers.isEmpty {
            return isOffered ? "an offer may have been filled" : "no transaction in its history explains it"
        }
        guard let old else { return nil }
        switch change.kind {
        case .sequence:
            let end = deeds.reduce(old.sequence) { $1.sequence(after: $0) }
            return String(end) == change.after ? nil : "its history explains \(end)"
        case .balance where !isOffered:
            guard let sum = AccountDeed.movement(of: change.subject ?? "", by: deeds), sum != change.difference else {
                return nil
            }
            return "its transactions change it by \(units(sum)), not by \(units(change.difference))"
        default: return nil
        }
    }

    static func units(_ stroops: Int128) -> String {
        (stroops < 0 ? "-" : "") + Amount.text(ofSum: stroops < 0 ? -stroops : stroops)
    }
}
