// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// Everything that a transaction may change. A value, so that a failed transaction is undone by dropping a copy.
package struct LedgerState: Hashable, Sendable {
    package internal(set) var accounts: [AccountID: Account] = [:]
    package internal(set) var claimableBalances: [ClaimableBalanceID: ClaimableBalance] = [:]
    /// What contracts store, and their code.
    package internal(set) var contractEntries: [LedgerKey: StoredEntry] = [:]
    /// The assets whose contract is among the entries.
    var assetsWithContract: Set<Asset> = []

    /// The base reserve: what every entry adds to an account's minimum balance, in stroops.
    package static let baseReserve: Int64 = 5_000_000
    static let mostSubentries = 1000
    static let mostSigners = 20

    /// The native balance of an account above its minimum balance, in stroops; negative if it is below.
    ///
    /// - Parameter entries: the number of further entries to keep a reserve for.
    package static func available(_ account: Account, afterAdding entries: Int = 0) -> Int64 {
        account.balance - (2 + Int64(account.subentries + entries) + account.sponsoring) * baseReserve
    }
}

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
    let lifetimes: HostLedger.Lifetimes
    /// Oldest first; never empty.
    package let ledgers: [ClosedLedger]
    /// Oldest first.
    package let records: [TransactionRecord]
    let places: [TransactionHash: Int]

    package var latest: ClosedLedger { ledgers[ledgers.count - 1] }

    /// The transaction with this hash; for a fee bump, also with the hash of its inner transaction.
    package func record(_ hash: TransactionHash) -> TransactionRecord? { places[hash].map { records[$0] } }
}
