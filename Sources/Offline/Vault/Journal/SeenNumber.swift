// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A transaction that another signer of the account has signed, as its own valid signature proves. Its sequence number counts as used,
/// although this vault has not signed it.
package struct SeenNumber: Hashable, Sendable {
    package let time: Timestamp
    package let hash: TransactionHash
    package let network: Network
    package let source: AccountID
    package let sequence: Int64
    /// The account whose signature the transaction has.
    package let signer: AccountID
    /// The key that recorded it.
    package let key: KeyName
    /// One-line summary of the transaction.
    package let summary: String
    /// The last moment at which the transaction can be applied; nil without one.
    package let validUntil: Timestamp?

    package init(
        time: Timestamp, hash: TransactionHash, network: Network, source: AccountID, sequence: Int64,
        signer: AccountID, key: KeyName, summary: String, validUntil: Timestamp? = nil
    ) {
        self.validUntil = validUntil
        self.time = time
        self.hash = hash
        self.network = network
        self.source = source
        self.sequence = sequence
        self.signer = signer
        self.key = key
        self.summary = SigningIntent.beginning(of: summary)
    }
}
