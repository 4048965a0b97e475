// SPDX-License-Identifier: Apache-2.0

import Codec
import Synchronization
import Terminal

/// Reports pending transactions when a signal ends the program, so that no one pays twice after Ctrl-C.
package enum Interruption {
    private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
    private static let opening: StaticString = "\ninterrupted; the outcome of "
    private static let closing: StaticString =
        " is unknown: run coldstar-submit resume to continue; do not rebuild it\n"

    /// The number of submitted transactions of unknown outcome. Atomic, because the handler may run on any thread:
    /// libcurl resolves names on one of its own.
    private static let open = Atomic(0)

    /// Whether the handler is installed.
    private static let isInstalled = Atomic(false)

    package static func tell(open count: Int) { open.store(count, ordering: .relaxed) }

    /// Installs the handler. Ignored signals stay ignored.
    package static func begin(open count: Int) {
        // Initialize lazy values here, not in the signal handler.
        tell(open: count)
        isInstalled.store(true, ordering: .relaxed)
        _ = (opening.utf8CodeUnitCount, closing.utf8CodeUnitCount)
        for number in signals {
            if Self.ignores(signal(number, handle)) { signal(number, SIG_IGN) }
        }
    }

    /// Removes the handler, if it was installed: a run may end before it begins to submit.
    package static func end() {
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
