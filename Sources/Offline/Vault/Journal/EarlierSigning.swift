// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A transaction or message that was signed before.
package struct EarlierSigning: Hashable, Sendable {
    package let hash: TransactionHash
    package let signed: Timestamp
    /// One-line summary from the journal; untrusted text that must be escaped before display.
    package let summary: String
    /// The last moment at which it can be applied, if proven lines say so; nil if it does not expire, or that is not known.
    package let validUntil: Timestamp?
}
