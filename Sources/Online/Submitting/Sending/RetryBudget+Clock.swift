// SPDX-License-Identifier: Apache-2.0

package import LedgerAPI

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
