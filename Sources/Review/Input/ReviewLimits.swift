// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// From where on fees are worth a word.
package struct ReviewLimits: Hashable, Sendable {
    /// Above this for each operation: warn.
    package var feePerOperation = Amount(stroops: 1_000_000)
    /// Above this in all: hold.
    package var feeInAll = Amount(stroops: 100_000_000)

    package init() {}
}
