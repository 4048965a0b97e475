// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Submitter

/// A line on the terminal that is written over as things go on; nothing where standard error is no terminal.
struct Progress {
    private let isShown: Bool
    private let begun = ContinuousClock.now
    private var shownAt: Duration = .zero
    private var isOpen = false

    /// - Parameter total: how many transactions there are; a single one has no progress.
    init(total: Int) { isShown = total > 1 && Console.errorIsTerminal }

    mutating func show(_ counts: SubmitCounts) {
        guard isShown else { return }
        let elapsed = ContinuousClock.now - begun
        guard elapsed - shownAt >= .milliseconds(200) else { return }
        shownAt = elapsed
        Console.write("\r\(Self.line(counts, seconds: elapsed / .seconds(1)))\u{1B}[K")
        isOpen = true
    }

    /// Takes the line away, so that something else can be said.
    mutating func clear() {
        guard isOpen else { return }
        Console.write("\r\u{1B}[K")
        isOpen = false
    }

    static func line(_ counts: SubmitCounts, seconds: Double) -> String {
        var line = "\(counts.ended) of \(counts.total): in the ledger \(counts.included), failed \(counts.failed)"
        line += ", pending \(counts.pending), sent \(counts.sent)"
        guard counts.ended > 0, seconds >= 1 else { return line }
        let rate = Double(counts.ended) / seconds
        let tenths = Int64(rate * 10)
        line += "; \(tenths / 10).\(tenths % 10) a second"
        let left = Double(counts.total - counts.ended) / rate
        return line + ", about \(TimeSpan.text(seconds: Int64(left.rounded(.up)))) left"
    }
}
