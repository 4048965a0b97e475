// SPDX-License-Identifier: Apache-2.0

import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter
import TextCodec

/// Prints what happens in a run: its progress, messages about the servers, and the outcome of each transaction.
struct SubmitScreen {
    let json: Bool
    private var progress = Progress([])

    init(json: Bool) { self.json = json }

    /// Runs a submitter. A signal that ends the program meanwhile is reported with the number of pending transactions.
    mutating func show(
        _ run: inout SubmissionRun, of submitter: Submitter, _ transactions: [PendingTransaction]
    ) throws(Failure) {
        defer { Interruption.end() }
        try run.run(submitter, transactions) { show($0) }
    }

    private mutating func show(_ event: SubmissionRun.Event) {
        switch event {
        case .started(let transactions, let open):
            progress = Progress(transactions)
            Interruption.begin(open: open)
        case .ended(let report):
            progress.clear()
            show(report)
        case .remark(let text):
            progress.clear()
            Console.say(TerminalText.escape(text))
        case .progress(let counts, let open):
            Interruption.tell(open: open)
            progress.show(counts)
        case .finished(let counts):
            progress.clear()
            if counts.total > 1 { Console.say(ProgressLine.text(counts, seconds: 0)) }
        }
    }

    private func show(_ report: TransactionReport) {
        guard json else { return Console.say(report.line) }
        let document = report.submission.document(wasThere: report.wasThere, waitingFor: report.waitsFor)
        // A closed pipe does not change what was applied; the exit code reports that.
        try? Console.put(line: document.text())
    }

    /// Prints the JSON documents of transactions that could not be continued.
    ///
    /// - Parameter submission: nil if it is not in the journal and this run did not submit it.
    func show(_ abandoned: [(hash: TransactionHash, submission: Submission?)], because failure: Failure) {
        guard json else { return }
        for (hash, submission) in abandoned {
            let document: JSON =
                submission.map { $0.document() } ?? [
                    "version": 1, "hash": .string(hash.hex), "status": "pending", "attempts": 0, "state": "new",
                    "reason": .string(failure.message),
                ]
            try? Console.put(line: document.text())
        }
    }
}
