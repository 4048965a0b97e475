// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerAPI

/// A monotonic clock with sleep, and the machine's time, injected so that tests need not wait.
package protocol MonotonicClock: Sendable {
    /// Monotonic seconds.
    var seconds: UInt64 { get }
    /// The machine's clock, in seconds since 1970; it may be wrong.
    var time: Int64 { get }
    func sleep(_ seconds: UInt64)
}

/// The system's clocks.
package struct SystemMonotonicClock: MonotonicClock {
    package init() {}

    package var seconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(max(0, now.tv_sec))
    }

    package var time: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }

    package func sleep(_ seconds: UInt64) { SystemPause.wait(seconds) }
}

extension RetryBudget {
    /// Waits until this number of seconds has passed.
    ///
    /// - Parameters:
    ///   - isCancelled: asked before and after each pause.
    ///   - willWait: called before each pause, with its seconds.
    package init(
        _ clock: any MonotonicClock, seconds: UInt64, isCancelled: @escaping @Sendable () -> Bool,
        willWait: @escaping @Sendable (_ seconds: UInt64) -> Void
    ) {
        let end = clock.seconds + seconds
        self.init { pause in
            guard !isCancelled(), clock.seconds + pause <= end else { return false }
            willWait(pause)
            clock.sleep(pause)
            return !isCancelled()
        }
    }
}
