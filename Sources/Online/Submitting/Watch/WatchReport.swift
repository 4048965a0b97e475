// SPDX-License-Identifier: Apache-2.0

package import Codec
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

    package struct ExplainedChange: Sendable {
        package let change: AccountChange
        package let level: Level
        /// The transactions that may explain it, oldest first.
        package let transactions: [ObservedTransaction]
        /// A description of what is unexpected about it; nil if nothing is.
        package let remark: String?
    }

    package let account: AccountID
    /// The time of the last observation; nil for the first one.
    package let since: Timestamp?
    package let findings: [ExplainedChange]
    /// All transactions in its history since then.
    package let transactions: [ObservedTransaction]

    /// Creates the report of the first observation, which has nothing to compare with.
    init(first account: AccountID) {
        self.account = account
        since = nil
        findings = []
        transactions = []
    }

    init(
        _ account: AccountID, since: Timestamp, from old: AccountSnapshot?, to new: AccountSnapshot?,
        by transactions: [ObservedTransaction]
    ) {
        self.account = account
        self.since = since
        self.transactions = transactions
        let isNew = transactions.contains(where: \.createsAccount)
        findings =
            AccountChange.all(from: old, to: new).map { change in
                let isOffered =
                    if case .balance(let name, _, _) = change { old?.lines[name]?.isOffered ?? false } else { false }
                return ExplainedChange(change, by: transactions, from: isNew ? nil : old, isOffered: isOffered)
            } + (isNew ? [] : Self.missing(from: old, to: new, by: transactions))
    }

    /// Findings for balances that the transactions should have changed and that have not changed.
    private static func missing(
        from old: AccountSnapshot?, to new: AccountSnapshot?, by transactions: [ObservedTransaction]
    ) -> [ExplainedChange] {
        guard let old, let new else { return [] }
        return old.lines.keys.sorted().compactMap { name in
            guard let line = old.lines[name], let now = new.lines[name], line.balance == now.balance, !line.isOffered,
                let sum = ObservedTransaction.movement(of: name, by: transactions), sum != 0
            else { return nil }
            return ExplainedChange(
                change: .balance(name, line.balance, line.balance), level: .alarm,
                transactions: transactions.filter { $0.movement(of: name) != 0 },
                remark: "its transactions change it by \(ExplainedChange.units(sum))")
        }
    }

    /// Transactions that act for the account and are not in the journal.
    package var unknownTransactions: [ObservedTransaction] { transactions.filter { !$0.isOurs && $0.acts } }

    /// The highest level of any finding or transaction.
    package var level: Level {
        if !unknownTransactions.isEmpty || findings.contains(where: { $0.level == .alarm }) { return .alarm }
        return findings.contains { $0.level == .info } || transactions.contains { !$0.isOurs } ? .info : .ours
    }
}

extension ObservedTransaction {
    /// The sum of several transactions' changes of a balance; nil when one does not determine its change.
    static func movement(of asset: String, by transactions: [ObservedTransaction]) -> Int128? {
        var sum: Int128 = 0
        for transaction in transactions {
            guard let moved = transaction.movement(of: asset) else { return nil }
            sum += moved
        }
        return sum
    }
}

extension WatchReport.ExplainedChange {
    /// - Parameter old: the previous state; nil when the account was created again in between, which resets its
    ///   sequence number.
    init(_ change: AccountChange, by transactions: [ObservedTransaction], from old: AccountSnapshot?, isOffered: Bool) {
        let explaining = transactions.filter { $0.explains(change) }
        let remark = Self.remark(change, transactions, explaining, old, isOffered: isOffered)
        let level: WatchReport.Level =
            if explaining.contains(where: { $0.acts && !$0.isOurs }) {
                .alarm
            } else if explaining.isEmpty, isOffered {
                .info
            } else if remark != nil {
                .alarm
            } else if explaining.allSatisfy(\.isOurs) {
                .ours
            } else {
                change.isWelcome ? .info : .alarm
            }
        self.init(change: change, level: level, transactions: explaining, remark: remark)
    }

    /// A description of what the transactions do not explain; nil when they explain the change.
    private static func remark(
        _ change: AccountChange, _ transactions: [ObservedTransaction], _ explaining: [ObservedTransaction],
        _ old: AccountSnapshot?, isOffered: Bool
    ) -> String? {
        if explaining.isEmpty {
            return isOffered ? "an offer may have been filled" : "no transaction in its history explains it"
        }
        guard let old else { return nil }
        switch change {
        case .sequence(_, let new):
            let end = transactions.reduce(old.sequence) { $1.sequence(after: $0) }
            return end == new ? nil : "its history explains \(end)"
        case .balance(let asset, let before, let after) where !isOffered:
            let difference = Int128(after) - Int128(before)
            guard let sum = ObservedTransaction.movement(of: asset, by: transactions), sum != difference else {
                return nil
            }
            return "its transactions change it by \(units(sum)), not by \(units(difference))"
        default: return nil
        }
    }

    static func units(_ stroops: Int128) -> String {
        (stroops < 0 ? "-" : "") + Amount.text(ofSum: stroops < 0 ? -stroops : stroops)
    }
}

extension WatchReport {
    /// The failure with which a watch of several accounts ends: the first alarm, or else the first change by others.
    ///
    /// - Parameter alarmsOnly: whether harmless changes by others are ignored.
    /// - Returns: nil when nothing is to be reported as a failure.
    package static func failure(in reports: [WatchReport], alarmsOnly: Bool) -> Failure? {
        if let report = reports.first(where: { $0.level == .alarm }) {
            let alarm = report.findings.first { $0.level == .alarm }
            let what =
                alarm?.words ?? "a transaction of this account is not ours: \(report.unknownTransactions[0].hash.hex)"
            return Failure(
                .refusedByLedger, "\(report.account.address): \(what)",
                hint: "find out who has the key before submitting anything else; \(field: .accept) accepts the change")
        }
        guard !alarmsOnly, let report = reports.first(where: { $0.level == .info }) else { return nil }
        return Failure(
            .refusedByLedger, "\(report.account.address): changed by others, without loss",
            hint: "\(field: .alarmsOnly) ignores this")
    }
}

extension WatchReport {
    /// The report as text, one line per item.
    package var lines: [String] {
        guard let since else { return ["\(account.address): recorded; later runs compare with it"] }
        let begin = "\(account.address) since \(since.utc): "
        guard !findings.isEmpty || !transactions.isEmpty else { return [begin + "no changes"] }
        let alarms = findings.count { $0.level == .alarm }
        let strange = transactions.count { !$0.isOurs }
        // Without transactions, the changes cannot be attributed to anyone.
        var lines = [
            begin + Self.count(findings.count, "change") + (alarms == 0 ? "" : " (\(Self.count(alarms, "alarm")))")
                + ", \(Self.count(transactions.count, "transaction"))"
                + (transactions.isEmpty ? "" : strange == 0 ? ", all ours" : ", \(strange) not ours")
        ]
        lines += findings.map { finding in
            let level = finding.level.rawValue
            return "  \(level)\(String(repeating: " ", count: 6 - level.utf8.count))\(finding.words)"
        }
        lines += transactions.map { transaction in
            let what =
                transaction.operations.isEmpty
                ? "cannot be read" + (transaction.fault.map { ": \($0)" } ?? "")
                : transaction.operations.joined(separator: ", ")
            return
                "  \(transaction.hash.hex)  ledger \(transaction.ledger), \(transaction.isOurs ? "ours" : "NOT OURS")"
                + (transaction.acts ? ", in the account's name" : "") + (transaction.isSuccessful ? "" : ", failed")
                + ": \(what)"
        }
        return lines
    }

    private static func count(_ number: Int, _ what: String) -> String {
        "\(number == 0 ? "no" : "\(number)") \(what)\(number == 1 ? "" : "s")"
    }

    package var json: JSON {
        [
            "version": 1, "account": .string(account.address),
            "since": since.map { .string($0.rfc3339) } ?? .null, "level": .string(level.rawValue),
            "changes": .array(findings.map(\.json)),
            "transactions": .array(
                transactions.map { transaction in
                    [
                        "hash": .string(transaction.hash.hex), "ledger": .integer(transaction.ledger),
                        "ours": .bool(transaction.isOurs), "acts": .bool(transaction.acts),
                        "successful": .bool(transaction.isSuccessful),
                        "operations": .array(transaction.operations.map { .string($0) }),
                    ]
                }),
        ]
    }
}

extension WatchReport.ExplainedChange {
    /// The change, the transactions that may explain it, and any remark.
    package var words: String {
        let explaining =
            transactions.isEmpty
            ? ""
            : ", by "
                + transactions.map { transaction in
                    transaction.hash.hex + (transaction.isOurs ? " (ours)" : " (not ours)")
                }.joined(
                    separator: ", ")
        return change.words + explaining + (remark.map { "; \($0)" } ?? "")
    }

    fileprivate var json: JSON {
        [
            "kind": .string(change.kind), "subject": change.subject.map { .string($0) } ?? .null,
            "before": change.before.map { .string($0) } ?? .null, "after": change.after.map { .string($0) } ?? .null,
            "level": .string(level.rawValue), "message": .string(words),
            "transactions": .array(transactions.map { .string($0.hash.hex) }),
        ]
    }
}
