// SPDX-License-Identifier: Apache-2.0

import Codec

/// Termination signals. While the terminal's settings are changed, the signals are blocked and polled.
enum Endings {
    private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]

    /// Milliseconds between two polls of a waiting program.
    static let patience: Int32 = 250

    /// Blocks the signals, and SIGTSTP, until the terminal is restored.
    ///
    /// - Returns: the previous signal mask.
    static func hold() -> sigset_t {
        var blocked = set
        var before = sigset_t()
        sigaddset(&blocked, SIGTSTP)
        sigprocmask(SIG_BLOCK, &blocked, &before)
        return before
    }

    static func restore(_ before: sigset_t) {
        var before = before
        sigprocmask(SIG_SETMASK, &before, nil)
    }

    /// Whether one of the signals is pending.
    static var areWaiting: Bool {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return false }
        return signals.contains { sigismember(&pending, $0) == 1 }
    }

    /// Unblocks the signals, so that a pending one ends the program.
    static func release() {
        var blocked = set
        sigprocmask(SIG_UNBLOCK, &blocked, nil)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
