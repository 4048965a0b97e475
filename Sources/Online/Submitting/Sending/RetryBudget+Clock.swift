// SPDX-License-Identifier: Apache-2.0

package import LedgerAPI

extension RetryBudget {
    /// Waits until this number of seconds has passed.
    ///
    /// - Parameter willWait: called before each pause, with its seconds.
    package init(
        _ clock: some MonotonicClock, seconds: UInt64, willWait: @escaping @Sendable (_ seconds: UInt64) -> Void
    ) {
        let end = clock.seconds + seconds
        self.init { pause in
            guard clock.seconds + pause <= end else { return false }
            willWait(pause)
            clock.sleep(pause)
            return true
        }
    }
}
