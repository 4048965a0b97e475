// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The facts that decide when a transaction is submitted; its bytes stay in the journal until then.
package struct OpenSubmission: Hashable, Sendable {
    package let hash: TransactionHash
    /// The inner hash of a fee bump; nil for other transactions.
    package let innerHash: TransactionHash?
    package let network: Network
    package let source: AccountID
    package let sequence: Int64
    package let maxTime: Int64?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, network: Network, source: AccountID, sequence: Int64,
        maxTime: Int64?
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.network = network
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
    }

    package init(_ transaction: SignedTransaction) {
        self.init(
            hash: transaction.hash, innerHash: transaction.innerHash,
            network: transaction.network, source: transaction.source,
            sequence: transaction.sequence, maxTime: transaction.maxTime)
    }
}
