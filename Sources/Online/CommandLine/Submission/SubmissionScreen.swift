// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
package import Submitting
import Terminal

/// Prints what happens in a run: its progress, messages about the servers, and the outcome of each transaction.
package struct SubmissionScreen {
    private let json: Bool
    private var progress = SubmissionProgress([])
    private let fetching = Progress.counter("fetching", "accounts")

    /// - Parameter json: whether each outcome is printed as a JSON document.
    package init(json: Bool) { self.json = json }

    /// Ends the screen: a signal is reported no more.
    package func end() { Interruption.end() }

    /// Shows an event. A signal that ends the program meanwhile is reported with the number of pending transactions.
    package mutating func show(_ event: SubmissionEvent) {
        switch event {
        case .notice(let notice): Console.say(notice)
        case .fetching(let done, let total): fetching(done, total)
        case .run(let event): show(event)
        }
    }

    private mutating func show(_ event: SubmissionRun.Event) {
        switch event {
        case .started(let transactions, let open):
            progress = SubmissionProgress(transactions)
            Interruption.begin(open: open)
        case .ended(let report):
            if json { put(report.document) } else { Console.say(.item(report.item)) }
        case .remark(let text):
            Console.say(Wording(TerminalText.escape(text)))
        case .progress(let counts, let open):
            Interruption.tell(open: open)
            progress.show(counts)
        // A fault ends the program.
        case .prepared, .fault: break
        case .finished(let counts):
            if counts.total > 1 { Console.say(Wording(ProgressLine.text(counts, seconds: 0))) }
        case .abandoned(let transactions, let failure):
            if json {
                for transaction in transactions {
                    put(transaction.document(because: failure, in: CommandStyle.current))
                }
            }
        }
    }

    /// A closed pipe does not change what was applied; the exit code reports that.
    private func put(_ document: JSON) { try? Console.put(line: document.text()) }
}
