// SPDX-License-Identifier: Apache-2.0

/// The progress of a run.
package struct SubmitCounts: Hashable, Sendable {
    package var total = 0
    /// Submitted for the first time.
    package var sent = 0
    package var included = 0
    /// Failed or expired, and those not submitted because of that.
    package var failed = 0
    /// Transactions of unknown outcome at the end of their turn, and those waiting for them.
    package var pending = 0

    /// Transactions that would have an unknown outcome if the program ended now.
    package var open = 0

    package var ended: Int { included + failed + pending }
}
