// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A transaction that another signer of the account has signed, as its own valid signature proves: its sequence number is
/// used, though this vault has not signed it.
package struct SeenNumber: Hashable, Sendable {
    package let time: Timestamp
    package let hash: TransactionHash
    package let network: Network
    package let source: AccountID
    package let sequence: Int64
    /// Whose signature it bears.
    package let signer: AccountID
    /// With whose PIN it was written down.
    package let key: KeyName
    /// What it does, in one line.
    package let summary: String

    package init(
        time: Timestamp, hash: TransactionHash, network: Network, source: AccountID, sequence: Int64,
        signer: AccountID, key: KeyName, summary: String
    ) {
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
