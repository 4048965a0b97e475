// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import StellarXDR

/// The payments of a batch that stand twice in its table, or that were made or requested before.
struct BatchRepeats {
    /// An earlier payment counts for so many days, so that a yearly one is still recognized.
    private static let days: UInt64 = 400
    /// The most lines and groups that are named one by one.
    private static let (shownLines, shownGroups) = (5, 5)

    private let rows: [Row]
    private let own: Set<TransactionHash>

    /// A row with the number that it is paid with.
    private struct Row {
        let line: Int
        let payment: PaymentDigest
        let number: AccountNumber
    }

    init(
        _ plan: BatchPlan, _ transactions: [HashedTransaction], of table: [BatchRow], on network: Network
    ) {
        rows = plan.transactions.flatMap { planned in
            let number = AccountNumber(source: planned.source.account, sequence: planned.sequence)
            return planned.rows.map { Row(line: $0.line, payment: $0.digest(on: network), number: number) }
        }.sorted { $0.line < $1.line }
        own = Set(transactions.map(\.hash) + plan.transactions.flatMap { $0.replaced?.all ?? [] })
    }

    func warnings(in journal: any OnlineJournal, now: Timestamp) throws(Failure) -> [Notice] {
        try withinTable + before(journal, now)
    }

    /// A warning of rows that repeat an earlier one of the table.
    private var withinTable: [Notice] {
        var first: [PaymentDigest: Int] = [:]
        first.reserveCapacity(rows.count)
        var repeats: [(line: Int, first: Int)] = []
        for row in rows {
            if let known = first[row.payment] {
                repeats.append((row.line, known))
            } else {
                first[row.payment] = row.line
            }
        }
        guard let one = repeats.first else { return [] }
        guard repeats.count > 1 else {
            return [.warning(.repeated, "line \(one.line) is the same payment as line \(one.first)")]
        }
        let shown = repeats.prefix(Self.shownLines).map { "line \($0.line) repeats line \($0.first)" }
            .joined(separator: ", ")
        let more = repeats.count > Self.shownLines ? ", and \(repeats.count - Self.shownLines) more" : ""
        return [
            .warning(
                .repeated, "\(repeats.count) rows are the same payment as an earlier row: \(Wording(shown))\(more)")
        ]
    }

    fileprivate struct Group: Hashable {
        let standing: Standing
        let day: String
        let batch: String?

        /// How the payments stand: those of several ledgers are one group.
        enum Standing: Hashable { case applied, pending, signed, draft, passed }
    }

    /// A warning for each day and batch in which rows were paid or requested before.
    private func before(_ journal: any OnlineJournal, _ now: Timestamp) throws(Failure) -> [Notice] {
        var history = PaymentHistory(journal, now: now)
        let oldest = Timestamp(now.seconds - min(now.seconds, Self.days * 86_400))
        var order: [Group] = []
        var lines: [Group: [Int]] = [:]
        for (row, earlier) in zip(rows, try history.earlier(rows.map(\.payment), except: own)) {
            let counted = earlier.filter { $0.canBeBeside(row.number) && (!$0.isApplied || $0.time >= oldest) }
            // What may still be applied is worse than what was.
            guard let one = counted.last(where: { !$0.isApplied }) ?? counted.last else { continue }
            let group = Group(standing: one.group, day: one.day, batch: one.batch?.name)
            if lines[group] == nil { order.append(group) }
            lines[group, default: []].append(row.line)
        }
        var warnings = order.prefix(Self.shownGroups).map { group in
            Notice.warning(.repeated, text(of: group, lines[group] ?? []))
        }
        if order.count > Self.shownGroups {
            let rest = order.dropFirst(Self.shownGroups).reduce(0) { $0 + (lines[$1]?.count ?? 0) }
            warnings.append(
                .warning(.repeated, "\(rest) more of \(rows.count) rows repeat payments of other days or batches"))
        }
        return warnings
    }

    private func text(of group: Group, _ lines: [Int]) -> Wording {
        let count: Wording = "\(lines.count) of \(rows.count) row\(rows.count == 1 ? "" : "s")"
        let origin: Wording = group.batch.map { " by \(TerminalText.escape($0))" } ?? ""
        let end: Wording = "on \(group.day)\(origin) (\(Self.words(for: lines)))"
        return switch group.standing {
        case .applied: "\(count) \(lines.count == 1 ? "was" : "were") already paid \(end)"
        case .pending:
            "\(count) repeat pending payments, submitted \(end); their outcome is unknown: run \(step: .submit(.resume)) before paying again"
        case .signed: "\(count) repeat payments that can still be applied, signed \(end)"
        case .draft: "\(count) repeat payments that can still be signed and applied, requested \(end)"
        case .passed:
            "\(count) repeat payments that may have been applied, requested \(end): later numbers were used since. Ask the network (\(step: .submit(.check))) before paying again"
        }
    }

    /// `line 3`, `lines 3 to 7` or `lines 3, 9 and 4 more`.
    private static func words(for lines: [Int]) -> String {
        guard let first = lines.first, let last = lines.last, lines.count > 1 else {
            return "line \(lines.first ?? 0)"
        }
        if last - first == lines.count - 1 { return "lines \(first) to \(last)" }
        guard lines.count > shownLines else {
            return "lines " + lines.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
        }
        return "lines " + lines.prefix(shownLines).map(String.init).joined(separator: ", ")
            + " and \(lines.count - shownLines) more"
    }
}

extension PaymentHistory.Earlier {
    fileprivate var group: BatchRepeats.Group.Standing {
        switch standing {
        case .applied: .applied
        case .pending: .pending
        case .signed: .signed
        case .draft: .draft
        case .passed: .passed
        }
    }
}
