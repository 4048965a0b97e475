// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Submitting
import Terminal

/// Shows what a run waits for: on a terminal, a line that is updated; otherwise, one line that stays.
struct SubmissionProgress {
    private let line: ProgressLine
    private let isSingle: Bool
    private let begun = ContinuousClock.now
    private var shownAt: Duration = .zero
    private var isSaid = false

    init(_ transactions: [PendingTransaction]) {
        line = ProgressLine(transactions, since: NowOption.clock())
        isSingle = transactions.count == 1
    }

    mutating func show(_ counts: SubmitCounts) {
        guard Console.saysNotes, counts.ended < counts.total else { return }
        let elapsed = ContinuousClock.now - begun
        let seconds = elapsed / .seconds(1)
        guard TransientLine.isPossible else {
            guard !isSaid, seconds >= ProgressLine.quietSeconds else { return }
            isSaid = true
            return Console.say(Wording(line.text(counts)))
        }
        guard elapsed - shownAt >= .milliseconds(200), !isSingle || seconds >= ProgressLine.quietSeconds else { return }
        shownAt = elapsed
        TransientLine.show(line.text(counts, seconds: seconds, columns: TransientLine.columns))
    }
}
