// SPDX-License-Identifier: Apache-2.0

package import Horizon
import LedgerXDR
import Stellar
package import StellarXDR
import XDR

/// Ledger entries by key.
extension RPCClient {
    /// The entries of all keys that exist, in calls of up to 200 keys.
    ///
    /// - Throws: the errors of `serverNetwork`; `.protocolBroken` for an entry that was not asked for, occurs twice, does not have its key, or
    ///   is code with another hash.
    package func ledgerEntries(_ keys: [LedgerKey]) throws(RPCError) -> LedgerEntries {
        var asked = Set<LedgerKey>()
        let distinct = keys.filter { asked.insert($0).inserted }
        var found = try ask(.ledgerEntries(Array(distinct.prefix(Self.mostKeys))))
        for start in stride(from: Self.mostKeys, to: distinct.count, by: Self.mostKeys) {
            let end = min(start + Self.mostKeys, distinct.count)
            let more = try ask(.ledgerEntries(Array(distinct[start..<end])))
            found = LedgerEntries(
                entries: found.entries.merging(more.entries) { first, _ in first },
                latestLedger: min(found.latestLedger, more.latestLedger))
        }
        return found
    }

    /// The entry of one key; nil when the ledger has none.
    package func ledgerEntry(_ key: LedgerKey) throws(RPCError) -> LedgerEntryRecord? {
        try ledgerEntries([key])[key]
    }

    /// An account with those of its trustlines and data entries that are asked for; nil when it does not exist. A server cannot list them.
    ///
    /// - Parameters:
    ///   - assets: the assets whose balances are wanted; XLM is always there.
    ///   - names: the names of data entries.
    package func account(
        _ id: AccountID, holding assets: [Asset] = [], data names: [String] = []
    ) throws(RPCError) -> AccountRecord? {
        let account = LedgerKey.account(LedgerKeyAccount(accountID: id))
        let lines = assets.compactMap { LedgerKey.trustline(of: id, for: $0) }
        let data = names.compactMap { LedgerKey.data(of: id, named: $0) }
        let found = try ledgerEntries([account] + lines + data)
        guard let record = found[account] else { return nil }
        return AccountRecord(record, with: (lines + data).compactMap { found[$0] })
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
        guard asset.issuer != account else { return nil }
        return switch asset {
        case .native: nil
        case .creditAlphanum4(let code):
            .trustline(LedgerKeyTrustLine(accountID: account, asset: .creditAlphanum4(code)))
        case .creditAlphanum12(let code):
            .trustline(LedgerKeyTrustLine(accountID: account, asset: .creditAlphanum12(code)))
        }
    }

    /// The key of a data entry; nil if the name has more than 64 bytes.
    package static func data(of account: AccountID, named name: String) -> LedgerKey? {
        String64(Array(name.utf8)).map { .data(LedgerKeyData(accountID: account, dataName: $0)) }
    }
}
