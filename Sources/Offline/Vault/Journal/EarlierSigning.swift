// SPDX-License-Identifier: Apache-2.0
package import Stellar

/// Something that was signed before.
package struct EarlierSigning: Hashable, Sendable {
    package let hash: TransactionHash
    package let signed: Timestamp
    /// What it did, in one line, as the journal has it; text from outside, so escape it before showing.
    package let summary: String
}
