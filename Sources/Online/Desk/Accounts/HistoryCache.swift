// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Synchronization

/// Histories of balances: fetched again only when the account or its payments have changed, because open pages ask for them again and again.
final class HistoryCache: Sendable {
    private struct Entry: Sendable {
        let record: AccountRecord
        let payments: [Readable<PaymentRecord>]
        let history: BalanceHistory
    }

    private static let most = 50

    private let entries = Mutex<[AccountID: Entry]>([:])

    /// The overview with the history that leads to its balances; without one where it cannot be had.
    func history(
        of overview: AccountOverview, on network: Network, by client: HorizonClient
    ) throws(Failure) -> (overview: AccountOverview, history: BalanceHistory?) {
        guard let record = overview.record else { return (overview, nil) }
        let known = entries.withLock { $0[overview.account] }
        if let known, known.record == record, known.payments == overview.payments {
            return (overview, known.history)
        }
        do throws(HorizonError) {
            let found = try BalanceHistory.fetched(
                of: record, payments: overview.payments.read(), on: network, by: client)
            guard let found else { return (overview, nil) }
            entries.withLock { entries in
                if entries.count >= Self.most { entries = [:] }
                entries[overview.account] = Entry(
                    record: found.record, payments: overview.payments, history: found.history)
            }
            let current = AccountOverview(
                account: overview.account, name: overview.name, record: found.record, baseReserve: overview.baseReserve,
                tokens: overview.tokens, payments: overview.payments, names: overview.names)
            return (current, found.history)
        } catch { throw Failure(error) }
    }
}
