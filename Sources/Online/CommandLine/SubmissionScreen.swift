// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
package import Submitting
import Synchronization
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
        case .notice(let notice): Console.message(notice)
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
            if json { put(report.document) } else { Console.message(.item(report.item)) }
        case .remark(let text):
            Console.message(Wording(TerminalText.escape(text)))
        case .progress(let counts, let open):
            Interruption.tell(open: open)
            progress.show(counts)
        // A fault ends the program.
        case .prepared, .fault: break
        case .finished(let counts):
            if counts.total > 1 { Console.message(Wording(ProgressLine.text(counts, seconds: 0))) }
        case .abandoned(let transactions, let failure):
            if json {
                for transaction in transactions {
                    put(transaction.document(because: failure, in: CommandStyle.current))
                }
            }
        }
    }

    /// A closed pipe does not change what was applied; the exit code reports that.
    private func put(_ document: JSON) { try? Console.result(line: document.text()) }
}

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
            return Console.message(Wording(line.text(counts)))
        }
        guard elapsed - shownAt >= .milliseconds(200), !isSingle || seconds >= ProgressLine.quietSeconds else { return }
        shownAt = elapsed
        TransientLine.show(line.text(counts, seconds: seconds, columns: TransientLine.columns))
    }
}

/// Reports pending transactions when a signal ends the program, so that no one pays twice after Ctrl-C.
enum Interruption {
    private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
    private static let opening: StaticString = "\ninterrupted; the outcome of "
    private static let closing: StaticString =
        " is unknown: run coldstar-submit resume to continue; do not rebuild it\n"

    /// The number of submitted transactions of unknown outcome. Atomic, because the handler may run on any thread:
    /// libcurl resolves names on one of its own.
    private static let open = Atomic(0)

    /// Whether the handler is installed.
    private static let isInstalled = Atomic(false)

    static func tell(open count: Int) { open.store(count, ordering: .relaxed) }

    /// Installs the handler. Ignored signals stay ignored.
    static func begin(open count: Int) {
        // Initialize lazy values here, not in the signal handler.
        tell(open: count)
        isInstalled.store(true, ordering: .relaxed)
        _ = (opening.utf8CodeUnitCount, closing.utf8CodeUnitCount)
        for number in signals {
            if Self.ignores(signal(number, handle)) { signal(number, SIG_IGN) }
        }
    }

    /// Removes the handler, if it was installed: a run may end before it begins to submit.
    static func end() {
        guard isInstalled.exchange(false, ordering: .relaxed) else { return }
        for number in signals where Self.ignores(signal(number, SIG_DFL)) { signal(number, SIG_IGN) }
    }

    /// Compares handlers as integers, because Swift cannot compare functions.
    private static func ignores(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signal handler: calls only async-signal-safe functions, then ends the program as the signal would have.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        TransientLine.eraseInHandler()
        let count = open.load(ordering: .relaxed)
        if count > 0 {
            write(STDERR_FILENO, opening.utf8Start, opening.utf8CodeUnitCount)
            var divisor = 1
            while count / divisor >= 10 { divisor *= 10 }
            while divisor > 0 {
                var digit = UInt8(truncatingIfNeeded: 48 + count / divisor % 10)
                write(STDERR_FILENO, &digit, 1)
                divisor /= 10
            }
            write(STDERR_FILENO, closing.utf8Start, closing.utf8CodeUnitCount)
        }
        signal(number, SIG_DFL)
        // The signal is blocked while the handler runs, and delivered when it returns.
        raise(number)
    }
}
