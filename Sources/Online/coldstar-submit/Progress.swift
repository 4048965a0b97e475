// SPDX-License-Identifier: Apache-2.0

import Shell
import Stellar
import Submitter

/// Shows what a run waits for: on a terminal, a line that is updated; otherwise, one line.
struct Progress {
    private let total: Int
    /// The start of the first transaction's hash, shown if there is only one.
    private let name: String
    private let begun = ContinuousClock.now
    private let since = NowOption.clock()
    private var shownAt: Duration = .zero
    private var isOpen = false
    private var isSaid = false

    /// The time before anything is shown.
    private static let patience: Duration = .seconds(2)

    /// - Parameter hashes: the run's transactions.
    init(_ hashes: [String]) {
        total = hashes.count
        name = hashes.first.map { String($0.prefix(8)) } ?? ""
    }

    mutating func show(_ counts: SubmitCounts) {
        guard Console.saysNotes, counts.ended < counts.total else { return }
        let elapsed = ContinuousClock.now - begun
        guard Console.errorIsTerminal else {
            guard !isSaid, elapsed >= Self.patience else { return }
            isSaid = true
            return Console.say(waiting(counts).full)
        }
        guard elapsed - shownAt >= .milliseconds(200), total > 1 || elapsed >= Self.patience else { return }
        shownAt = elapsed
        let seconds = elapsed / .seconds(1)
        let line = fitting(counts, seconds: seconds, room: max(1, (Console.errorColumns ?? 80) - 1))
        Console.write("\r\(line)\u{1B}[K")
        isOpen = true
    }

    /// The longest wording that fits the terminal: a line that wraps cannot be overwritten.
    private func fitting(_ counts: SubmitCounts, seconds: Double, room: Int) -> String {
        var choices: [String] = []
        let progress = Self.line(counts, seconds: seconds)
        if total == 1 || seconds >= Self.patience / .seconds(1) {
            let words = waiting(counts, seconds: Int64(seconds))
            if total > 1 { choices.append("\(progress); \(words.full)") }
            choices += [words.full, words.short]
        } else {
            choices.append(progress)
        }
        return choices.first { $0.utf8.count <= room } ?? String((choices.last ?? "").prefix(room))
    }

    /// What the run waits for, since when, and that it is safe to interrupt; in a full and a short form.
    private func waiting(_ counts: SubmitCounts, seconds: Int64? = nil) -> (full: String, short: String) {
        let what =
            total > 1
            ? "\(counts.total - counts.ended) of \(total) transactions" : "\(name)... to be in a ledger"
        let time = seconds.map { " (\(TimeSpan.text(seconds: $0)))" } ?? ""
        let clock = since.utc.dropFirst(11).prefix(8)
        return (
            "waiting for \(what) since \(clock) UTC\(time); Ctrl-C is safe, resume goes on",
            "waiting for \(total > 1 ? what : name + "...") since \(clock)\(time); Ctrl-C is safe"
        )
    }

    /// Erases the line, so that something else can be printed.
    mutating func clear() {
        guard isOpen else { return }
        Console.write("\r\u{1B}[K")
        isOpen = false
    }

    static func line(_ counts: SubmitCounts, seconds: Double) -> String {
        var line = "\(counts.ended) of \(counts.total): applied \(counts.included), failed \(counts.failed)"
        line += ", pending \(counts.pending), sent \(counts.sent)"
        guard counts.ended > 0, seconds >= 1 else { return line }
        let rate = Double(counts.ended) / seconds
        let tenths = Int64(rate * 10)
        line += "; \(tenths / 10).\(tenths % 10) a second"
        let left = Double(counts.total - counts.ended) / rate
        return line + ", about \(TimeSpan.text(seconds: Int64(left.rounded(.up)))) left"
    }
}
