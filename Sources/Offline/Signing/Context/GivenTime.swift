// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The current time as the front end knows it: from a clock, or as told by the user.
package struct GivenTime: Hashable, Sendable {
    package let time: Timestamp
    /// Whether the user named the time (`--now`). It is not trusted for daily limits then.
    package let isTold: Bool

    package init(_ time: Timestamp, isTold: Bool = false) {
        self.time = time
        self.isTold = isTold
    }
}
