// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
package import StellarXDR

/// Accounts, balances and pools, made of the entries of the ledger.
extension RPCClient {
    /// An account with those of its trustlines and data entries that are asked for; nil when it does not exist. A
    /// server cannot list them.
    ///
    /// - Parameters:
    ///   - assets: the assets whose balances are wanted; XLM is always there.
    ///   - names: the names of data entries.
    package func account(
        _ id: AccountID, holding assets: [Asset] = [], data names: [String] = []
    ) throws(RPCError) -> AccountRecord? {
        let lines = assets.compactMap(TrustLineAsset.init)
        return try accounts([id], holding: lines, data: names).accounts[id]
    }

    /// Those of the accounts that exist, with those of their trustlines and data entries that are asked for.
    ///
    /// - Parameters:
    ///   - assets: assets and pools; XLM is always there.
    ///   - names: the names of data entries.
    package func accounts(
        _ ids: [AccountID], holding assets: some Collection<TrustLineAsset>, data names: some Collection<String>
    ) throws(RPCError) -> Accounts {
        var keys: [LedgerKey] = []
        for id in ids {
            keys.append(.account(LedgerKeyAccount(accountID: id)))
            keys += assets.filter { $0.issuer != id }.map {
                .trustline(LedgerKeyTrustLine(accountID: id, asset: $0))
            }
            keys += names.compactMap { LedgerKey.data(of: id, named: $0) }
        }
        let found = try ledgerEntries(keys)
        let others = Dictionary(grouping: found.entries.values) { $0.data.owner }
        var accounts: [AccountID: AccountRecord] = [:]
        for id in ids {
            let record = found[.account(LedgerKeyAccount(accountID: id))]
            accounts[id] = record.flatMap { AccountRecord($0, with: others[id] ?? []) }
        }
        return Accounts(accounts: accounts, ledgers: found.ledgers)
    }

    /// Those of the accounts that exist, with what receivers need.
    ///
    /// The accounts may be read in several ledgers: nothing that is calculated from them depends on more than one.
    func receivers(_ ids: some Collection<AccountID>, _ receivers: Receivers) throws(RPCError) -> Accounts {
        let memoKey = { (id: AccountID) in LedgerKey.data(of: id, named: AccountRecord.memoEntry) }
        var keys: [LedgerKey] = []
        for id in ids {
            guard let needs = receivers.needs[id] else { continue }
            keys += needs.holdings.map { .trustline(LedgerKeyTrustLine(accountID: id, asset: $0)) }
            if needs.needsEntry {
                keys.append(.account(LedgerKeyAccount(accountID: id)))
            } else if needs.needsMemoEntry, let key = memoKey(id) {
                keys.append(key)
            }
        }
        let first = try ledgerEntries(keys, ofOneLedger: false)
        // Whoever has no trustline may not exist, and only an account with entries can have the one about memos.
        keys = ids.compactMap { id -> LedgerKey? in
            guard let needs = receivers.needs[id] else { return nil }
            let lines = needs.holdings.count { first[.trustline(LedgerKeyTrustLine(accountID: id, asset: $0))] != nil }
            guard needs.needsEntry else {
                return lines < needs.holdings.count ? .account(LedgerKeyAccount(accountID: id)) : nil
            }
            guard needs.needsMemoEntry,
                case .account(let entry)? = first[.account(LedgerKeyAccount(accountID: id))]?.data
            else { return nil }
            return Int(entry.numSubEntries) > entry.signers.count + lines ? memoKey(id) : nil
        }
        let found = first.merging(try ledgerEntries(keys, ofOneLedger: false))
        let others = Dictionary(grouping: found.entries.values) { $0.data.owner }
        var accounts: [AccountID: AccountRecord] = [:]
        for id in ids {
            let entries = others[id] ?? []
            if let record = found[.account(LedgerKeyAccount(accountID: id))] {
                accounts[id] = AccountRecord(record, with: entries)
            } else if !entries.isEmpty {
                accounts[id] = AccountRecord(paid: id, with: entries)
            }
        }
        return Accounts(accounts: accounts, ledgers: found.ledgers)
    }

    /// Accounts, and the ledgers that they were read in, the earliest and the latest.
    package struct Accounts {
        package let accounts: [AccountID: AccountRecord]
        package let ledgers: ClosedRange<UInt32>?
    }

    /// The claimable balance; nil when it does not exist, or no longer does.
    package func claimableBalance(_ id: ClaimableBalanceID) throws(RPCError) -> ClaimableBalanceRecord? {
        guard let record = try ledgerEntry(.claimableBalance(LedgerKeyClaimableBalance(balanceID: id))),
            case .claimableBalance(let entry) = record.data
        else { return nil }
        return ClaimableBalanceRecord(entry, sponsor: record.sponsor)
    }

    /// What one transaction may read and write; nil if the server does not give that setting.
    package func transactionLimits() throws(RPCError) -> TransactionLimits? {
        let key = LedgerKey.configSetting(LedgerKeyConfigSetting(configSettingID: .contractLedgerCostV0))
        guard let record = try ledgerEntry(key), case .configSetting(.contractLedgerCostV0(let costs)) = record.data
        else { return nil }
        return TransactionLimits(costs)
    }

    /// What the network has frozen (CAP-77).
    package func frozenEntries() throws(RPCError) -> FrozenEntries {
        let settings: [ConfigSettingID] = [.frozenLedgerKeys, .freezeBypassTxs]
        let found = try ledgerEntries(
            settings.map { .configSetting(LedgerKeyConfigSetting(configSettingID: $0)) })
        return FrozenEntries(
            found.entries.values.compactMap { record in
                if case .configSetting(let setting) = record.data { setting } else { nil }
            })
    }

    /// The assets of a liquidity pool; nil when the pool does not exist.
    package func assets(of pool: PoolID) throws(RPCError) -> [Asset]? {
        guard let record = try ledgerEntry(.liquidityPool(LedgerKeyLiquidityPool(liquidityPoolID: pool))),
            case .liquidityPool(let entry) = record.data
        else { return nil }
        switch entry.body {
        case .liquidityPoolConstantProduct(let pair): return [pair.params.assetA, pair.params.assetB]
        }
    }

    /// An account's balance of an asset; nil without a trustline, and for the issuer itself.
    package func balance(of id: AccountID, in asset: Asset) throws(RPCError) -> AccountBalance? {
        guard asset != .native else { return try account(id)?.balances.first }
        guard let key = LedgerKey.trustline(of: id, for: asset), let record = try ledgerEntry(key) else { return nil }
        return AccountBalance(record)
    }
}

extension LedgerKey {
    /// The key of a trustline; nil for XLM and for an issuer's own asset, which have none.
    package static func trustline(of account: AccountID, for asset: Asset) -> LedgerKey? {
        guard asset.issuer != account, let asset = TrustLineAsset(asset) else { return nil }
        return .trustline(LedgerKeyTrustLine(accountID: account, asset: asset))
    }

    /// The key of a data entry; nil if the name has more than 64 bytes.
    package static func data(of account: AccountID, named name: String) -> LedgerKey? {
        String64(Array(name.utf8)).map { .data(LedgerKeyData(accountID: account, dataName: $0)) }
    }
}

extension TrustLineAsset {
    /// Nil for XLM, which needs no trustline.
    package init?(_ asset: Asset) {
        switch asset {
        case .native: return nil
        case .creditAlphanum4(let asset): self = .creditAlphanum4(asset)
        case .creditAlphanum12(let asset): self = .creditAlphanum12(asset)
        }
    }

    /// Nil for XLM and pools.
    fileprivate var issuer: AccountID? {
        switch self {
        case .native, .poolShare: nil
        case .creditAlphanum4(let asset): asset.issuer
        case .creditAlphanum12(let asset): asset.issuer
        }
    }
}

extension LedgerEntryData {
    /// The account to which a trustline or a data entry belongs; nil for other entries.
    fileprivate var owner: AccountID? {
        switch self {
        case .trustline(let entry): entry.accountID
        case .data(let entry): entry.accountID
        default: nil
        }
    }
}
