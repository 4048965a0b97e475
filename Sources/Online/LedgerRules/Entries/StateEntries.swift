// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
package import StellarXDR

/// The state as entries of the ledger, by their keys.
extension LedgerState {
    /// The entry with this key; nil if there is none. Expired temporary entries are still there.
    package func entry(_ key: LedgerKey) -> StoredEntry? {
        switch key {
        case .account(let key): accounts[key.accountID].map(Self.entry)
        case .trustline(let key): key.asset.asset.flatMap { trustline(key.accountID, $0) }
        case .data(let key): data(key.accountID, key.dataName)
        case .claimableBalance(let key): claimableBalances[key.balanceID].map(Self.entry)
        case .contractData, .contractCode: contractEntries[key]
        case .offer, .liquidityPool, .configSetting, .ttl: nil
        }
    }

    static func entry(_ account: Account) -> StoredEntry {
        StoredEntry(.account(account.entry), liveUntil: nil, modified: account.modifiedLedger)
    }

    private func trustline(_ id: AccountID, _ asset: Asset) -> StoredEntry? {
        accounts[id]?.trustlines[asset].map { line in
            let entry = TrustLineEntry(
                accountID: id, asset: TrustLineAsset(asset), balance: line.balance, limit: line.limit,
                flags: line.flags.rawValue, ext: .v0)
            return StoredEntry(.trustline(entry), liveUntil: nil, modified: line.modifiedLedger)
        }
    }

    /// An account's data; it counts as changed when the account was.
    private func data(_ id: AccountID, _ name: String64) -> StoredEntry? {
        guard let account = accounts[id], let value = account.data[name] else { return nil }
        let entry = DataEntry(accountID: id, dataName: name, dataValue: value, ext: .v0)
        return StoredEntry(.data(entry), liveUntil: nil, modified: account.modifiedLedger)
    }

    static func entry(_ balance: ClaimableBalance) -> StoredEntry {
        let ext: ClaimableBalanceEntryExt =
            balance.isClawbackEnabled ? .v1(ClaimableBalanceEntryExtensionV1(ext: .v0, flags: 1)) : .v0
        let entry = ClaimableBalanceEntry(
            balanceID: balance.id, claimants: BoundedArray(balance.claimants.map(Claimant.v0)) ?? BoundedArray(),
            asset: balance.asset, amount: balance.amount, ext: ext)
        return StoredEntry(
            .claimableBalance(entry), liveUntil: nil, modified: balance.createdLedger,
            ext: .v1(LedgerEntryExtensionV1(sponsoringID: balance.sponsor, ext: .v0)))
    }
}
