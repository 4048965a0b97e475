// SPDX-License-Identifier: Apache-2.0

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
