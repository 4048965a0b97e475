// SPDX-License-Identifier: Apache-2.0

import Codec
import Synchronization

/// How far a long job has got: "reviewing 120 of 5000 transactions, about 14 s left".
///
/// Says nothing in the first two seconds after the first count, and then something new at most ten times a second.
package struct Progress {
    /// Seconds before it says anything: most jobs are over by then.
    static let quietSeconds = 2.0
    private static let pause = 0.1

    private let verb: String
    private let unit: String
    private let clock: () -> Duration
    /// The time and the count of the first call: what precedes it, such as a question, is not part of the job.
    private var first: (time: Duration, done: Int)?
    private var shownAt = -Double.infinity

    /// - Parameters:
    ///   - verb: what is being done: "reviewing".
    ///   - unit: what is counted: "transactions".
    ///   - clock: a time that only grows.
    package init(_ verb: String, _ unit: String, clock: @escaping () -> Duration) {
        (self.verb, self.unit, self.clock) = (verb, unit, clock)
    }

    /// The line to show now; nil if there is nothing new to say yet.
    ///
    /// - Parameters:
    ///   - done: how many are done.
    ///   - total: how many there are; nil if that is not known.
    ///   - columns: the maximum length of the line.
    package mutating func line(_ done: Int, of total: Int?, columns: Int) -> String? {
        let now = clock()
        guard let first else {
            first = (now, done)
            return nil
        }
        let seconds = (now - first.time) / .seconds(1)
        guard seconds >= Self.quietSeconds, seconds - shownAt >= Self.pause else { return nil }
        shownAt = seconds
        guard let total, total > 0 else { return String("\(verb) \(done) \(unit)".prefix(columns)) }
        let count = "\(verb) \(min(done, total)) of \(total)"
        var texts = ["\(count) \(unit)", count]
        if done > first.done, done < total {
            let left = (seconds * Double(total - done) / Double(done - first.done)).rounded(.up)
            let time = TimeSpan.text(seconds: Int64(min(left, Double(Int32.max))))
            texts.insert("\(count) \(unit), about \(time) left", at: 0)
        }
        return texts.first { $0.utf8.count <= columns } ?? String(count.prefix(columns))
    }

    /// A function that shows a job's progress at the terminal while it runs; it does nothing where no line can be
    /// shown.
    ///
    /// - Parameters:
    ///   - verb: as above.
    ///   - unit: as above.
    /// - Returns: takes how many are done, and how many there are.
    package static func counter(_ verb: String, _ unit: String) -> (_ done: Int, _ total: Int) -> Void {
        guard TransientLine.isPossible else { return { _, _ in } }
        let begun = ContinuousClock.now
        var progress = Progress(verb, unit) { ContinuousClock.now - begun }
        return { done, total in
            guard let line = progress.line(done, of: total, columns: TransientLine.columns) else { return }
            TransientLine.show(line)
        }
    }
}

/// A line on standard error that the next output replaces, such as the progress of a job.
///
/// Any other output of `Console` and any question erases it first, and so does a signal that ends the program.
package enum TransientLine {
    private static let isShown = Atomic(false)
    private static let catchesSignals = Atomic(false)
    private static let erasure: StaticString = "\r\u{1b}[K"

    /// Whether such a line can be shown and is wanted: standard error is a terminal that understands escape sequences,
    /// and neither `--quiet` nor `--json` is given.
    package static var isPossible: Bool {
        Console.saysNotes && Console.errorIsTerminal && HeldTerminal.isDrawable
            && !CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// The longest line, in characters: one that wraps cannot be overwritten.
    package static var columns: Int { max(1, (Console.errorColumns ?? TerminalSize.usual.columns) - 1) }

    /// Shows a line in place of the one before. The caller has escaped it and checked `isPossible`.
    package static func show(_ text: String) {
        if !catchesSignals.exchange(true, ordering: .relaxed) { catchSignals() }
        isShown.store(true, ordering: .relaxed)
        Console.progress("\r\(text.prefix(columns))\u{1b}[K")
    }

    /// Shows a line until the next output, where that is possible. The caller has escaped it.
    package static func announce(_ text: String) {
        if isPossible { show(text) }
    }

    /// Erases the line, if there is one.
    package static func erase() {
        if isShown.exchange(false, ordering: .relaxed) { Console.progress("\(erasure)") }
    }

    /// Erases the line, if there is one; can be called in a signal handler.
    package static func eraseInHandler() {
        if isShown.exchange(false, ordering: .relaxed) {
            write(STDERR_FILENO, erasure.utf8Start, erasure.utf8CodeUnitCount)
        }
    }

    /// Handles the signals that would end the program, unless they are ignored or handled already.
    private static func catchSignals() {
        // Initialize lazy values here, not in the signal handler.
        _ = erasure.utf8CodeUnitCount
        for number in [SIGHUP, SIGINT, SIGTERM, SIGQUIT] {
            let before = signal(number, handle)
            if unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) { signal(number, before) }
        }
    }

    /// Ends the program as the signal would have.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        eraseInHandler()
        signal(number, SIG_DFL)
        // The signal is blocked while the handler runs, and delivered when it returns.
        raise(number)
    }
}
