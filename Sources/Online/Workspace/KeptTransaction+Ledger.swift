// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR

extension KeptTransaction {
    package init(_ transaction: LedgerTransaction) {
        self.init(
            at: LedgerPlace(token: transaction.token), hash: transaction.hash,
            time: Int64(clamping: transaction.time.seconds), isSuccessful: transaction.isSuccessful,
            envelope: Base64.encode(transaction.transaction.envelope.xdr), result: transaction.resultXDR,
            meta: transaction.metaXDR)
    }
}

extension LedgerTransaction {
    /// Nil if its envelope cannot be read, or has another hash.
    package init?(_ kept: KeptTransaction, on network: Network) {
        self.init(
            hash: kept.hash, envelope: kept.envelope, result: kept.result, meta: kept.meta,
            isSuccessful: kept.isSuccessful, token: kept.place.token, time: Timestamp(UInt64(clamping: kept.time)),
            on: network)
    }
}

extension OnlineContext {
    /// How many of the latest transactions are looked through for entries.
    private static let mostLookedThrough = 5000

    /// What to ask an account for where no server lists its entries: trustlines for known assets, and what the kept
    /// transactions changed.
    package func knownEntries(of account: AccountID, on network: Network) throws(Failure) -> NamedEntries {
        var assets = AssetFinder(self, network: network)
        var named = try assets.knownEntries()
        guard let journal = try existingJournal() else { return named }
        let kept: [KeptTransaction]
        do {
            kept = try journal.keptTransactions(
                network: network, account: account, since: nil, before: nil, limit: Self.mostLookedThrough)
        } catch { throw Failure(error) }
        for transaction in kept.compactMap({ LedgerTransaction($0, on: network) }) {
            transaction.addEntries(of: account, to: &named)
        }
        return named
    }
}
