// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A transaction that was signed before.
package struct EarlierTransaction: Hashable, Sendable {
    package let hash: TransactionHash
    package let signed: Timestamp
    /// What it did, in one line; escaped when shown.
    package let summary: String

    package init(hash: TransactionHash, signed: Timestamp, summary: String) {
        self.hash = hash
        self.signed = signed
        self.summary = summary
    }
}
