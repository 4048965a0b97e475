// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
package import StellarXDR

/// What distinguishes two states, and changes that a contract call makes.
extension LedgerState {
    /// The entries that differ, in the order of their keys' bytes.
    func changes(since before: LedgerState) -> [EntryChange] {
        let keys =
            keys(of: accounts, before.accounts, Self.keys)
            + keys(of: claimableBalances, before.claimableBalances) {
                id, _, _ in [.claimableBalance(LedgerKeyClaimableBalance(balanceID: id))]
            } + keys(of: contractEntries, before.contractEntries) { key, _, _ in [key] }
        let sorted = Set(keys).map { ($0, $0.xdr) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        return sorted.compactMap { key in
            let change = EntryChange(key: key, before: before.entry(key), after: entry(key))
            return change.before == change.after ? nil : change
        }
    }

    /// The keys of entries in values that differ between two tables.
    private func keys<Key, Value: Equatable>(
        of after: [Key: Value], _ before: [Key: Value], _ keys: (Key, Value?, Value?) -> [LedgerKey]
    ) -> [LedgerKey] {
        after.flatMap { key, value in before[key] == value ? [] : keys(key, before[key], value) }
            + before.flatMap { key, value in after[key] == nil ? keys(key, value, nil) : [] }
    }

    /// The keys of an account and of what belongs to it.
    private static func keys(_ id: AccountID, _ before: Account?, _ after: Account?) -> [LedgerKey] {
        let both = [before, after].compactMap(\.self)
        let lines = Set(both.flatMap(\.trustlines.keys)).filter { before?.trustlines[$0] != after?.trustlines[$0] }
        let data = Set(both.flatMap(\.data.keys)).filter { before?.data[$0] != after?.data[$0] }
        return [.account(id)] + lines.map { .trustline(id, $0) }
            + data.map { .data(LedgerKeyData(accountID: id, dataName: $0)) }
    }

    /// Makes a change of a contract call. Of an account it is the balance, of a trustline the balance and the
    /// authorization; both may be new.
    mutating func make(_ change: EntryChange) {
        switch (change.key, change.after?.data) {
        case (.account(let key), .account(let entry)?):
            var account = accounts[key.accountID] ?? Account(key.accountID, balance: 0, sequence: entry.seqNum)
            account.balance = entry.balance
            accounts[key.accountID] = account
        case (.trustline(let key), .trustline(let entry)?):
            guard let asset = key.asset.asset else { return }
            var line = accounts[key.accountID]?.trustlines[asset] ?? Trustline(limit: entry.limit)
            line.balance = entry.balance
            line.flags = Trustline.Flags(rawValue: entry.flags)
            accounts[key.accountID]?.trustlines[asset] = line
        case (.contractData, _), (.contractCode, _): contractEntries[change.key] = change.after
        default: break
        }
    }
}

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

extension LedgerEntryChanges {
    /// The changes as a transaction's meta lists them, those of lifetimes included.
    ///
    /// - Parameter ledger: the ledger in which they are made.
    init(_ changes: [EntryChange], in ledger: UInt32) {
        self = changes.flatMap { change in
            let (before, after) = (change.before?.lifetime(change.key), change.after?.lifetime(change.key))
            if change.isRestored { return Self.restoration(change, after, ledger) }
            let content =
                change.isExtension ? [] : Self.list(change.key, change.before?.entry, change.after?.entry, ledger)
            guard before?.data != after?.data else { return content }
            let key = LedgerKey.ttl(LedgerKeyTtl(keyHash: Hash(sha256: change.key.xdr)))
            return content + Self.list(key, before, after, ledger)
        }
    }

    /// What was archived, as it comes back, and then what the call made of it.
    private static func restoration(
        _ change: EntryChange, _ lifetime: LedgerEntry?, _ ledger: UInt32
    ) -> LedgerEntryChanges {
        guard var restored = change.before?.entry else { return [] }
        restored.lastModifiedLedgerSeq = ledger
        guard let after = change.after?.entry, let lifetime else {
            return [.restored(restored), .state(restored), .removed(change.key)]
        }
        let update = after.data == restored.data ? [] : list(change.key, restored, after, ledger)
        return [.restored(restored)] + update + [.restored(lifetime)]
    }

    private static func list(
        _ key: LedgerKey, _ before: LedgerEntry?, _ after: LedgerEntry?, _ ledger: UInt32
    ) -> LedgerEntryChanges {
        var new = after
        new?.lastModifiedLedgerSeq = ledger
        return switch (before, new) {
        case (nil, let new?): [.created(new)]
        case (let old?, let new?): [.state(old), .updated(new)]
        case (let old?, nil): [.state(old), .removed(key)]
        case (nil, nil): []
        }
    }
}

extension StoredEntry {
    /// The entry that says how long this one lives; nil if it has no lifetime.
    fileprivate func lifetime(_ key: LedgerKey) -> LedgerEntry? {
        liveUntil.map { last in
            let entry = TTLEntry(keyHash: Hash(sha256: key.xdr), liveUntilLedgerSeq: last)
            return LedgerEntry(lastModifiedLedgerSeq: modified, data: .ttl(entry), ext: .v0)
        }
    }
}
