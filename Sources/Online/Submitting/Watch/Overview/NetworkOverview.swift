// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// The user's accounts on one network: balances, recent payments and pending transactions.
package struct NetworkOverview {
    package let network: Network
    /// Each account with its pending transactions, in the order of `status`.
    package let accounts: [(overview: AccountOverview, pending: [StatusEntry])]

    /// - Parameters:
    ///   - limit: how many payments of each account; with 0, none are fetched.
    ///   - withMemos: whether to fetch the memos of the payments.
    ///   - pending: the pending transactions on the network.
    ///   - context: where pinned tokens and the servers that know them are; see `TokenHolding.all`. Without one, none are fetched.
    package init(
        of accounts: [AccountID], payments limit: Int, withMemos: Bool = false, contacts: [Contact],
        pending: [StatusEntry], tokensBy context: OnlineContext?, in view: inout LedgerView
    ) throws(Failure) {
        network = view.network
        let names = Contacts.names(of: contacts)
        let baseReserve = try view.ledger().baseReserve
        var found: [(AccountOverview, [StatusEntry])] = []
        for account in accounts {
            let record = try view.account(account)
            let payments =
                record == nil || limit == 0
                ? [] : try Self.payments(of: account, limit, withMemos: withMemos, view.client)
            var tokens: [TokenHolding] = []
            if let context { tokens = try TokenHolding.all(of: account, on: view.network, in: context) }
            let overview = AccountOverview(
                account: account, name: names[account], record: record, baseReserve: baseReserve, tokens: tokens,
                payments: payments, names: names)
            found.append((overview, pending.filter { $0.source == account }))
        }
        self.accounts = found
    }

    private static func payments(
        of account: AccountID, _ limit: Int, withMemos: Bool, _ client: HorizonClient
    ) throws(Failure) -> [Readable<PaymentRecord>] {
        do { return try client.payments(of: account, limit: limit, cursor: nil, withMemos: withMemos) } catch {
            // An account that does not exist yet.
            if case .notFound = error { return [] }
            throw Failure(error)
        }
    }

    /// The transactions of a network that are not settled.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - now: seconds since 1970.
    package static func pending(
        on network: Network, in journal: (any OnlineJournal)?, now: Int64
    ) throws(Failure) -> [StatusEntry] {
        guard let journal else { return [] }
        return try StatusList(journal, limit: .max, withSettled: false, now: now).entries.filter {
            $0.network == network
        }
    }

    /// The JSON document.
    ///
    /// - Parameter entry: the document of a pending transaction.
    package func document(pending entry: (StatusEntry) -> JSON) -> JSON {
        [
            "network_passphrase": .string(network.passphrase),
            "accounts": .array(accounts.map { $0.overview.json(pending: $0.pending.map(entry)) }),
        ]
    }
}
