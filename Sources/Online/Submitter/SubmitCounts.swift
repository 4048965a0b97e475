// SPDX-License-Identifier: Apache-2.0

/// How far a run is.
package struct SubmitCounts: Hashable, Sendable {
    package var total = 0
    /// Posted for the first time in their life.
    package var sent = 0
    package var included = 0
    /// Failed or expired, and those that are not sent because of it.
    package var failed = 0
    /// Transactions of unknown outcome at the end of their turn, and those waiting for them.
    package var pending = 0

    /// Of no known outcome if the program ended now.
    package var open = 0

    package var ended: Int { included + failed + pending }
}
