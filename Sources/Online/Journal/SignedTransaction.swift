// SPDX-License-Identifier: Apache-2.0

/// A signed envelope to submit.
package struct SignedTransaction: Hashable, Sendable {
    /// The transaction hash; for a fee bump, the outer one.
    package var hash: String
    /// The inner hash of a fee bump, by which it can also be looked up.
    package var innerHash: String?
    package var networkPassphrase: String
    /// The envelope in base64, exactly as submitted.
    package var envelope: String
    /// The source account and its sequence number; for a fee bump, the inner transaction's.
    package var source: String
    package var sequence: Int64
    /// The upper time bound in unix seconds; nil for none.
    package var maxTime: Int64?

    package init(
        hash: String, innerHash: String? = nil, networkPassphrase: String, envelope: String, source: String,
        sequence: Int64, maxTime: Int64?
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.networkPassphrase = networkPassphrase
        self.envelope = envelope
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
    }
}
