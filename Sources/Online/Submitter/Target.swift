// SPDX-License-Identifier: Apache-2.0

package import Journal
package import Stellar
package import StellarXDR

/// A signed transaction as the schedule needs to know it. Its bytes are in the journal.
package struct Target: Hashable, Sendable {
    package let hash: TransactionHash
    /// The inner hash, for a fee bump: the inner transaction may be applied alone, or in another fee bump.
    package let innerHash: TransactionHash?
    /// The account whose sequence number it uses, and that number.
    package let source: AccountID
    package let sequence: Int64
    /// The end of its validity in seconds since 1970; nil for none.
    package let maxTime: Int64?
    /// The first ledger that cannot take it any more; nil for none, or where only the journal's envelope knows.
    package var maxLedger: Int64?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, source: AccountID, sequence: Int64, maxTime: Int64?,
        maxLedger: Int64? = nil
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
        self.maxLedger = maxLedger
    }
}

extension Target {
    /// Whether its validity has an end that is known.
    var hasEnd: Bool { maxTime != nil || maxLedger != nil }

    /// From a row of the journal; nil where the row's hash or source is none.
    package init?(_ row: OpenSubmission) {
        guard let hash = TransactionHash(hex: row.hash), let source = try? AccountID(address: row.source) else {
            return nil
        }
        self.init(
            hash: hash, innerHash: row.innerHash.flatMap { TransactionHash(hex: $0) }, source: source,
            sequence: row.sequence, maxTime: row.maxTime)
    }
}
