// SPDX-License-Identifier: Apache-2.0

/// A signed envelope to be sent.
package struct SignedTransaction: Hashable, Sendable {
    /// The hash under which the ledger will know it; for a fee bump the outer one.
    package var hash: String
    /// A fee bump's inner hash, under which it can be found as well.
    package var innerHash: String?
    package var networkPassphrase: String
    /// Base64, exactly as it is to be posted.
    package var envelope: String
    /// The account whose sequence number is used, and that number; of a fee bump the inner transaction's.
    package var source: String
    package var sequence: Int64
    /// Unix seconds; nil for no end.
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
