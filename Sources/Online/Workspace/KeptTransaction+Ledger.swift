// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR

extension KeptTransaction {
    /// - Parameter hash: for a fee bump, the outer one.
    package init(_ transaction: RawTransaction, hash: TransactionHash) {
        self.init(
            at: LedgerPlace(ledger: transaction.ledger, order: transaction.applicationOrder), hash: hash,
            time: Int64(clamping: transaction.createdAt.seconds), isSuccessful: transaction.isSuccessful,
            envelope: transaction.envelopeXDR, result: transaction.resultXDR, meta: transaction.metaXDR)
    }
}

extension LedgerTransaction {
    package init(_ kept: KeptTransaction, on network: Network) throws(Fault) {
        try self.init(
            hash: kept.hash, envelope: kept.envelope, result: kept.result, meta: kept.meta,
            isSuccessful: kept.isSuccessful, token: kept.place.token, time: Timestamp(UInt64(clamping: kept.time)),
            on: network)
    }
}

extension HistoryEntry {
    /// A transaction whose envelope contains something that this version does not know.
    package init(unknown kept: KeptTransaction) {
        self.init(
            unknown: kept.hash, isSuccessful: kept.isSuccessful, resultXDR: kept.result,
            createdAt: Timestamp(UInt64(clamping: kept.time)), token: kept.place.token)
    }
}

extension OnlineContext {
    /// How many of the latest transactions are looked through for entries.
    private static let mostLookedThrough = 5000

    /// How many of the latest requests are looked through for entries.
    private static let mostRequests = 1000

    /// What to ask an account for where no server lists its entries: trustlines for known assets, what the kept
    /// transactions changed, and what those that were requested here name.
    package func knownEntries(of account: AccountID, on network: Network) throws(Failure) -> NamedEntries {
        var assets = AssetFinder(self, network: network)
        var named = try assets.knownEntries()
        guard let journal = try existingJournal() else { return named }
        let kept: [KeptTransaction]
        let requests: [RecordedRequest]
        do {
            kept = try journal.keptTransactions(
                network: network, account: account, since: nil, before: nil, limit: Self.mostLookedThrough)
            requests = try journal.requests(limit: Self.mostRequests)
        } catch { throw Failure(error) }
        // A request that cannot be read is told where it is shown.
        let envelopes = requests.filter { $0.network == network && $0.kind == .transaction }
            .compactMap { (try? $0.parsed())?.envelope }
            .filter { envelope in
                let transaction = envelope.innermost
                return transaction.operations.contains { operation in
                    transaction.source(of: operation).account == account
                        || operation.body.facts.destinations.contains { $0.account == account }
                }
            }
        named.add(namedBy: envelopes)
        for transaction in kept {
            // What this version cannot read is told where it is shown.
            guard let transaction = try? LedgerTransaction(transaction, on: network) else { continue }
            transaction.addEntries(of: account, to: &named)
        }
        return named
    }
}
