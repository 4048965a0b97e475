// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// What changed about an account, and who did it.
package struct WatchReport: Sendable {
    package enum Level: String, Hashable, Sendable {
        /// All of it was done by transactions of this journal.
        case ours
        /// Somebody else did it, and it takes nothing away: a payment that came in, a trustline that was authorized.
        case info
        /// It was done in the account's name by a transaction that is not ours, takes something away, or has no explanation.
        case alarm
    }

    package struct Finding: Sendable {
        package let change: AccountChange
        package let level: Level
        /// The transactions that can have done it, the oldest first.
        package let deeds: [AccountDeed]
        /// What is odd about it.
        package let remark: String?
    }

    package let account: AccountID
    /// When it was last looked at; nil for the first time.
    package let since: Timestamp?
    package let findings: [Finding]
    /// Everything in its history since then.
    package let deeds: [AccountDeed]

    /// The first look, which compares with nothing.
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

    /// Balances that the transactions should have moved, and that stand still.
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

    /// Transactions of others in the account's name.
    package var strangeDeeds: [AccountDeed] { deeds.filter { !$0.isOurs && $0.acts } }

    /// The gravest of all.
    package var level: Level {
        if !strangeDeeds.isEmpty || findings.contains(where: { $0.level == .alarm }) { return .alarm }
        return findings.contains { $0.level == .info } || deeds.contains { !$0.isOurs } ? .info : .ours
    }
}

extension AccountDeed {
    /// What several add to a balance; nil when one of them does not say.
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
    /// - Parameter old: what was before; nil when the account began anew in between, and numbers with it.
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

    /// What its transactions do not explain; nil when they explain it.
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
