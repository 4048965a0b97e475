// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// The state of the practice network at one moment.
package struct Snapshot: Sendable {
    /// The protocol version of the practice network.
    package static let protocolVersion = Protocol.newestTested

    package let network: Network
    package let state: LedgerState
    package let rates: ExchangeRates
    /// The minimum fee per operation, in stroops.
    package let baseFee: UInt32
    /// The members of `/fee_stats` that a seed file sets.
    package let feeStats: JSON
    /// Oldest first; never empty.
    package let ledgers: [ClosedLedger]
    /// Oldest first.
    package let records: [TransactionRecord]
    let places: [TransactionHash: Int]

    package var latest: ClosedLedger { ledgers[ledgers.count - 1] }

    /// The transaction with this hash; for a fee bump, also with the hash of its inner transaction.
    package func record(_ hash: TransactionHash) -> TransactionRecord? { places[hash].map { records[$0] } }
}
