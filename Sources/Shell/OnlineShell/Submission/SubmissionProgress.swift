// SPDX-License-Identifier: Apache-2.0

import Shell
import Stellar
import Submitter

/// Shows what a run waits for: on a terminal, a line that is updated; otherwise, one line.
struct SubmissionProgress {
    private let line: ProgressLine
    private let isSingle: Bool
    private let begun = ContinuousClock.now
    private var shownAt: Duration = .zero
    private var isOpen = false
    private var isSaid = false

    init(_ transactions: [PendingTransaction]) {
        line = ProgressLine(transactions, since: NowOption.clock())
        isSingle = transactions.count == 1
    }

    mutating func show(_ counts: SubmitCounts) {
        guard Console.saysNotes, counts.ended < counts.total else { return }
        let elapsed = ContinuousClock.now - begun
        let seconds = elapsed / .seconds(1)
        guard Console.errorIsTerminal else {
            guard !isSaid, seconds >= ProgressLine.quietSeconds else { return }
            isSaid = true
            return Console.say(line.text(counts))
        }
        guard elapsed - shownAt >= .milliseconds(200), !isSingle || seconds >= ProgressLine.quietSeconds else { return }
        shownAt = elapsed
        let text = line.text(counts, seconds: seconds, columns: max(1, (Console.errorColumns ?? 80) - 1))
        Console.write("\r\(text)\u{1B}[K")
        isOpen = true
    }

    /// Erases the line, so that something else can be printed.
    mutating func clear() {
        guard isOpen else { return }
        Console.write("\r\u{1B}[K")
        isOpen = false
    }
}
