// SPDX-License-Identifier: Apache-2.0

import Horizon
import Shell
import Submitter

extension RetryBudget {
    /// Waits until this number of seconds has passed, and tells the user what it waits for.
    init(_ clock: some MonotonicClock, seconds: UInt64) {
        let end = clock.seconds + seconds
        self.init { pause in
            guard clock.seconds + pause <= end else { return false }
            Console.say("no server takes requests just now: waiting \(pause) s")
            clock.sleep(pause)
            return true
        }
    }
}
