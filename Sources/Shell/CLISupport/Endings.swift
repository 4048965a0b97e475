// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals that end a program from outside. While the terminal is not as it was found they wait, and are looked for.
enum Endings {
    private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]

    /// Milliseconds after which a waiting program looks again.
    static let patience: Int32 = 250

    /// Lets them wait from here on, and what suspends a program as well: it takes effect once the terminal is given back.
    ///
    /// - Returns: what was blocked before.
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

    /// Whether one of them waits.
    static var areWaiting: Bool {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return false }
        return signals.contains { sigismember(&pending, $0) == 1 }
    }

    /// Lets one that waits end the program, as it would have done by itself.
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
