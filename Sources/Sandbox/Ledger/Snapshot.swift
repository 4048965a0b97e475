// SPDX-License-Identifier: Apache-2.0
package import Stellar
package import TextCodec

/// The practice network at one moment, for reading.
package struct Snapshot: Sendable {
    /// The protocol that the practice network follows.
    package static let protocolVersion = 27

    package let network: Network
    package let state: LedgerState
    package let rates: ExchangeRates
    /// The least fee for an operation, in stroops.
    package let baseFee: UInt32
    /// What a seed file wants `/fee_stats` to say.
    package let feeStats: JSON
    /// Oldest first; never empty.
    package let ledgers: [ClosedLedger]
    /// Oldest first.
    package let records: [TransactionRecord]
    let places: [TransactionHash: Int]

    package var latest: ClosedLedger { ledgers[ledgers.count - 1] }

    /// The transaction of this hash; a fee bump also by the hash of its inner transaction.
    package func record(_ hash: TransactionHash) -> TransactionRecord? { places[hash].map { records[$0] } }
}
