// SPDX-License-Identifier: Apache-2.0

import Horizon
import StellarXDR

/// Entries of the ledger by their keys; nil as a value stands for one that does not exist.
struct World {
    var accounts: [AccountID: AccountState?] = [:]
    var claimable: [ClaimableBalanceID: ClaimableBalanceRecord?] = [:]
    /// Who pays the reserves of whom, between the operations that begin and end it.
    var sponsors: [AccountID: AccountID] = [:]
    /// Assets that changed hands in amounts that are not known, so that anyone's open offers may have been filled.
    var traded: Set<Asset> = []
    /// Who has offered one asset (the first) for another, so that a book that was seen before is no longer all there is.
    var offering: [[Asset]: Set<AccountID>] = [:]

    mutating func merge(_ changes: World) {
        accounts.merge(changes.accounts) { $1 }
        claimable.merge(changes.claimable) { $1 }
        traded.formUnion(changes.traded)
        offering.merge(changes.offering) { $0.union($1) }
    }
}
