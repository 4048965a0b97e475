// SPDX-License-Identifier: Apache-2.0

import Codec
import Synchronization

/// A line on standard error that the next output replaces, such as the progress of a job.
///
/// Any other output of `Console` and any question erases it first, and so does a signal that ends the program.
package enum TransientLine {
    private static let isShown = Atomic(false)
    private static let catchesSignals = Atomic(false)
    private static let erasure: StaticString = "\r\u{1b}[K"

    /// Whether such a line can be shown and is wanted: standard error is a terminal that understands escape sequences, and neither
    /// `--quiet` nor `--json` is given.
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
        Console.draw("\r\(text.prefix(columns))\u{1b}[K")
    }

    /// Shows a line until the next output, where that is possible. The caller has escaped it.
    package static func announce(_ text: String) {
        if isPossible { show(text) }
    }

    /// Erases the line, if there is one.
    package static func erase() {
        if isShown.exchange(false, ordering: .relaxed) { Console.draw("\(erasure)") }
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
