// SPDX-License-Identifier: Apache-2.0

/// The facts that decide when a transaction is submitted; its bytes stay in the journal until then.
package struct OpenSubmission: Hashable, Sendable {
    package let hash: String
    /// The inner hash of a fee bump; nil for other transactions.
    package let innerHash: String?
    package let networkPassphrase: String
    package let source: String
    package let sequence: Int64
    package let maxTime: Int64?

    package init(
        hash: String, innerHash: String? = nil, networkPassphrase: String, source: String, sequence: Int64,
        maxTime: Int64?
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.networkPassphrase = networkPassphrase
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
    }

    package init(_ transaction: SignedTransaction) {
        self.init(
            hash: transaction.hash, innerHash: transaction.innerHash,
            networkPassphrase: transaction.networkPassphrase, source: transaction.source,
            sequence: transaction.sequence, maxTime: transaction.maxTime)
    }
}
