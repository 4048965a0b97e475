// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// Accounts made from ledger entries.
extension AccountRecord {
    /// - Parameters:
    ///   - record: the entry of an account; nil for another entry.
    ///   - others: trustlines and data entries of this account; others are ignored.
    package init?(_ record: LedgerEntryRecord, with others: [LedgerEntryRecord] = []) {
        guard case .account(let entry) = record.data, entry.seqNum >= 0 else { return nil }
        let lines = others.filter {
            if case .trustline(let line) = $0.data { line.accountID == entry.accountID } else { false }
        }
        self.init(
            id: entry.accountID, sequence: entry.seqNum,
            sequenceLedger: entry.sequenceTime.map { Int64($0.seqLedger) },
            sequenceTime: entry.sequenceTime.map { Timestamp($0.seqTime) },
            subentryCount: Int64(entry.numSubEntries), sponsoring: Int64(entry.sponsorships?.numSponsoring ?? 0),
            sponsored: Int64(entry.sponsorships?.numSponsored ?? 0), sponsor: record.sponsor,
            balances: lines.compactMap(AccountBalance.init) + [AccountBalance(native: entry)],
            signers: entry.allSigners, thresholds: entry.levels, flags: entry.accountFlags,
            homeDomain: entry.homeDomain.bytes.isEmpty ? nil : String(decoding: entry.homeDomain.bytes, as: UTF8.self),
            data: Self.data(of: entry.accountID, in: others), inflationDestination: entry.inflationDest,
            lastModifiedLedger: Int64(record.lastModifiedLedger))
    }

    /// An account of which only trustlines and data entries were read. All else is not known: its sequence number and
    /// its weights are 0 here.
    ///
    /// - Parameter entries: those of this account; others are ignored.
    init(paid id: AccountID, with entries: [LedgerEntryRecord]) {
        self.init(
            id: id, sequence: 0, sequenceLedger: nil, sequenceTime: nil, subentryCount: 0, sponsoring: 0, sponsored: 0,
            sponsor: nil, balances: entries.compactMap(AccountBalance.init), signers: [],
            thresholds: Thresholds(low: 0, medium: 0, high: 0), flags: Flags(), homeDomain: nil,
            data: Self.data(of: id, in: entries), inflationDestination: nil,
            lastModifiedLedger: Int64(entries.map(\.lastModifiedLedger).max() ?? 0))
    }

    private static func data(of account: AccountID, in records: [LedgerEntryRecord]) -> [String: [UInt8]] {
        var data: [String: [UInt8]] = [:]
        for case .data(let entry) in records.map(\.data) where entry.accountID == account {
            data[String(decoding: entry.dataName.bytes, as: UTF8.self)] = entry.dataValue.bytes
        }
        return data
    }
}

extension AccountEntry {
    fileprivate var liabilities: Liabilities? { if case .v1(let v1) = ext { v1.liabilities } else { nil } }

    fileprivate var sponsorships: AccountEntryExtensionV2? {
        if case .v1(let v1) = ext, case .v2(let v2) = v1.ext { v2 } else { nil }
    }

    fileprivate var sequenceTime: AccountEntryExtensionV3? {
        if case .v3(let v3)? = sponsorships?.ext { v3 } else { nil }
    }

    /// The master key first, also if it is disabled, as Horizon lists them.
    fileprivate var allSigners: [AccountSigner] {
        let sponsors = sponsorships?.signerSponsoringIDs.elements ?? []
        let master: SignerKey =
            switch accountID {
            case .ed25519(let key): .ed25519(key)
            }
        return signers.enumerated().map { index, signer in
            AccountSigner(
                key: signer.key, weight: Int(min(signer.weight, 255)),
                sponsor: sponsors.indices.contains(index) ? sponsors[index] : nil)
        } + [AccountSigner(key: master, weight: Int(thresholds[0]), sponsor: nil)]
    }

    fileprivate var levels: AccountRecord.Thresholds {
        AccountRecord.Thresholds(low: Int(thresholds[1]), medium: Int(thresholds[2]), high: Int(thresholds[3]))
    }

    /// - Source: stellar-xdr `AccountFlags`.
    fileprivate var accountFlags: AccountRecord.Flags {
        var flags = AccountRecord.Flags()
        flags.authRequired = self.flags & 1 != 0
        flags.authRevocable = self.flags & 2 != 0
        flags.authImmutable = self.flags & 4 != 0
        flags.authClawbackEnabled = self.flags & 8 != 0
        return flags
    }
}

extension AccountBalance {
    /// Nil for an entry other than a trustline.
    package init?(_ record: LedgerEntryRecord) {
        guard case .trustline(let line) = record.data, let holding = line.asset.holding else { return nil }
        let isAuthorized = line.flags & 1 != 0
        self.init(
            holding: holding, balance: Amount(stroops: line.balance), limit: Amount(stroops: line.limit),
            buyingLiabilities: Amount(stroops: line.liabilities?.buying ?? 0),
            sellingLiabilities: Amount(stroops: line.liabilities?.selling ?? 0), isAuthorized: isAuthorized,
            maintainsLiabilities: isAuthorized || line.flags & 2 != 0, isClawbackEnabled: line.flags & 4 != 0,
            sponsor: record.sponsor)
    }

    fileprivate init(native entry: AccountEntry) {
        self.init(
            holding: .asset(.native), balance: Amount(stroops: entry.balance), limit: nil,
            buyingLiabilities: Amount(stroops: entry.liabilities?.buying ?? 0),
            sellingLiabilities: Amount(stroops: entry.liabilities?.selling ?? 0), isAuthorized: true,
            maintainsLiabilities: true, isClawbackEnabled: false, sponsor: nil)
    }
}

extension TrustLineEntry {
    fileprivate var liabilities: Liabilities? { if case .v1(let v1) = ext { v1.liabilities } else { nil } }
}

extension TrustLineAsset {
    fileprivate var holding: AccountBalance.Holding? {
        switch self {
        case .native: nil
        case .creditAlphanum4(let asset): .asset(.creditAlphanum4(asset))
        case .creditAlphanum12(let asset): .asset(.creditAlphanum12(asset))
        case .poolShare(let pool): .poolShares(id: Hex.encode(pool.bytes))
        }
    }
}

extension ClaimableBalanceRecord {
    init(_ entry: ClaimableBalanceEntry, sponsor: AccountID?) {
        var isClawbackEnabled = false
        if case .v1(let extension1) = entry.ext { isClawbackEnabled = extension1.flags & 1 != 0 }
        self.init(
            id: entry.balanceID, asset: entry.asset, amount: Amount(stroops: entry.amount),
            claimants: entry.claimants.map { claimant in
                switch claimant {
                case .v0(let claimant): claimant
                }
            }, isClawbackEnabled: isClawbackEnabled, sponsor: sponsor)
    }
}

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
