// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A signed envelope to submit.
package struct SignedTransaction: Hashable, Sendable {
    /// The transaction hash; for a fee bump, the outer one.
    package var hash: TransactionHash
    /// The inner hash of a fee bump, by which it can also be looked up.
    package var innerHash: TransactionHash?
    package var network: Network
    /// The envelope in base64, exactly as submitted.
    package var envelope: String
    /// The source account and its sequence number; for a fee bump, the inner transaction's.
    package var source: AccountID
    package var sequence: Int64
    /// The upper time bound in unix seconds; nil for none.
    package var maxTime: Int64?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, network: Network, envelope: String, source: AccountID,
        sequence: Int64, maxTime: Int64?
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.network = network
        self.envelope = envelope
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
    }
}
