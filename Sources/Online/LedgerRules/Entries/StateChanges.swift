// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

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

    /// Makes a change of a contract call. Of an account it is the balance, of a trustline the balance and the authorization; both may be
    /// new.
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
