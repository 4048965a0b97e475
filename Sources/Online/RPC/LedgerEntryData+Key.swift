// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import StellarXDR

extension LedgerEntryData {
    /// The key under which the ledger stores this entry.
    package var key: LedgerKey {
        switch self {
        case .account(let entry): .account(LedgerKeyAccount(accountID: entry.accountID))
        case .trustline(let entry): .trustline(LedgerKeyTrustLine(accountID: entry.accountID, asset: entry.asset))
        case .offer(let entry): .offer(LedgerKeyOffer(sellerID: entry.sellerID, offerID: entry.offerID))
        case .data(let entry): .data(LedgerKeyData(accountID: entry.accountID, dataName: entry.dataName))
        case .claimableBalance(let entry): .claimableBalance(LedgerKeyClaimableBalance(balanceID: entry.balanceID))
        case .liquidityPool(let entry): .liquidityPool(LedgerKeyLiquidityPool(liquidityPoolID: entry.liquidityPoolID))
        case .contractData(let entry):
            .contractData(
                LedgerKeyContractData(contract: entry.contract, key: entry.key, durability: entry.durability))
        case .contractCode(let entry): .contractCode(LedgerKeyContractCode(hash: entry.hash))
        case .configSetting(let entry): .configSetting(LedgerKeyConfigSetting(configSettingID: entry.discriminant))
        case .ttl(let entry): .ttl(LedgerKeyTtl(keyHash: entry.keyHash))
        }
    }

    /// Whether the entry has a time to live: contract data and code.
    package var expires: Bool {
        switch self {
        case .contractData, .contractCode: true
        default: false
        }
    }
}
