// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The fees above which a review warns or holds.
package struct ReviewLimits: Hashable, Sendable {
    /// Above this per operation: warn.
    package var feePerOperation = Amount(stroops: 1_000_000)
    /// Above this for a transaction, or for all transactions of a batch together: warn.
    package var feeWarning = Amount(stroops: 10_000_000)
    /// Above this for a transaction, or for all transactions of a batch together: hold.
    package var feeHold = Amount(stroops: 100_000_000)

    package init() {}
}
