// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Ledger entries by key; a nil value is an entry that does not exist.
struct World {
    var accounts: [AccountID: AccountState?] = [:]
    var claimable: [ClaimableBalanceID: ClaimableBalanceRecord?] = [:]
    /// The active sponsorships, from the sponsored account to its sponsor, between the operations that begin and end them.
    var sponsors: [AccountID: AccountID] = [:]
    /// Assets traded in unknown amounts, so that any open offer may have been filled.
    var traded: Set<Asset> = []
    /// The accounts that have offered one asset (the first) for another, so that an order book fetched before is incomplete.
    var offering: [[Asset]: Set<AccountID>] = [:]

    /// The number of entries that were removed without it being known who paid their reserves.
    var released: Int128 = 0

    mutating func merge(_ changes: World) {
        accounts.merge(changes.accounts) { $1 }
        claimable.merge(changes.claimable) { $1 }
        traded.formUnion(changes.traded)
        offering.merge(changes.offering) { $0.union($1) }
        released += changes.released
    }
}
