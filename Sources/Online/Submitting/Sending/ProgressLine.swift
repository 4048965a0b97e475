// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// What a run waits for, as one line.
package struct ProgressLine {
    private let total: Int
    /// The start of the first transaction's hash, shown if there is only one.
    private let name: String
    private let since: Timestamp
    private let isInterruptible: Bool

    /// Seconds before it says what it waits for: most runs are over by then.
    package static let quietSeconds = 2.0

    /// - Parameters:
    ///   - since: when the run began.
    ///   - isInterruptible: whether to say that Ctrl-C is safe.
    package init(_ transactions: [PendingTransaction], since: Timestamp, isInterruptible: Bool = true) {
        self.isInterruptible = isInterruptible
        total = transactions.count
        name = transactions.first.map { String($0.hash.hex.prefix(8)) } ?? ""
        self.since = since
    }

    /// The longest wording that fits: a line that wraps cannot be overwritten.
    ///
    /// - Parameters:
    ///   - seconds: since the beginning.
    ///   - columns: the space, at least 1.
    package func text(_ counts: SubmitCounts, seconds: Double, columns: Int) -> String {
        var choices: [String] = []
        let progress = Self.text(counts, seconds: seconds)
        if total == 1 || seconds >= Self.quietSeconds {
            let texts = waiting(counts, seconds: Int64(seconds))
            if total > 1 { choices.append("\(progress); \(texts.full)") }
            choices += [texts.full, texts.short]
        } else {
            choices.append(progress)
        }
        return choices.first { $0.utf8.count <= columns } ?? String((choices.last ?? "").prefix(columns))
    }

    /// What the run waits for and since when, and that it is safe to interrupt; for output that cannot be overwritten.
    package func text(_ counts: SubmitCounts) -> String { waiting(counts).full }

    private func waiting(_ counts: SubmitCounts, seconds: Int64? = nil) -> (full: String, short: String) {
        let what =
            total > 1
            ? "\(counts.total - counts.ended) of \(total) transactions" : "\(name)... to be in a ledger"
        let time = seconds.map { " (\(TimeSpan.text(seconds: $0)))" } ?? ""
        let clock = since.utc.dropFirst(11).prefix(8)
        return (
            "waiting for \(what) since \(clock) UTC\(time)"
                + (isInterruptible ? "; Ctrl-C is safe, resume goes on" : ""),
            "waiting for \(total > 1 ? what : name + "...") since \(clock)\(time)"
                + (isInterruptible ? "; Ctrl-C is safe" : "")
        )
    }

    /// How many transactions have ended and how, with the rate and the time left when there is a rate.
    package static func text(_ counts: SubmitCounts, seconds: Double) -> String {
        var line = "\(counts.ended) of \(counts.total): applied \(counts.included), failed \(counts.failed)"
        if counts.held > 0 { line += ", held back \(counts.held)" }
        line += ", pending \(counts.pending), sent \(counts.sent)"
        guard counts.ended > 0, seconds >= 1 else { return line }
        let rate = Double(counts.ended) / seconds
        let tenths = Int64(rate * 10)
        line += "; \(tenths / 10).\(tenths % 10) a second"
        let left = Double(counts.total - counts.ended) / rate
        return line + ", about \(TimeSpan.text(seconds: Int64(left.rounded(.up)))) left"
    }
}
