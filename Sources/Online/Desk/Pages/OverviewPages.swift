// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Workspace

/// The first page: accounts with balances and recent payments, and what waits for someone.
extension Desk {
    func overviewPage() throws(Failure) -> DeskResponse {
        struct Group {
            let heading: String
            let isOwn: Bool
            let accounts: [AccountCard]
        }
        struct Named {
            let name: String
            let id: String
            let address: String
        }
        struct View {
            let groups: [Group]
            let isLoading: Bool
            /// That the network has a newer protocol than this version was tested with.
            let warning: String?
            let error: MessageView?
            let isEmpty: Bool
            /// Says how many accounts are left out; nil if none are.
            let more: String?
            let contacts: [Named]
            let hasContacts: Bool
            let requests: RequestList
        }
        let contacts = try context.contacts()
        let own = try ownAccounts(contacts)
        let watched = try watchedAccounts().filter { !own.contains($0) }
        let accounts = own + watched
        let found = accountCards(Array(accounts.prefix(Self.mostAccounts)), contacts)
        let cards = found.value?.cards ?? []
        let ids = Set(own.map(\.address))
        let groups = [
            Group(heading: "Your accounts", isOwn: true, accounts: cards.filter { ids.contains($0.id) }),
            Group(heading: "Watched accounts", isOwn: false, accounts: cards.filter { !ids.contains($0.id) }),
        ].filter { !$0.accounts.isEmpty }
        let isLoading = found.result == nil && found.isRunning
        let others = contacts.filter { !accounts.contains($0.account.account) }.prefix(Self.mostContacts).map {
            Named(name: $0.name, id: $0.account.account.address, address: AddressText.short($0.account.address))
        }
        return page(
            "Overview", in: "", "overview",
            View(
                groups: groups, isLoading: isLoading, warning: found.value?.warning,
                error: found.failure.map { MessageView($0) },
                isEmpty: accounts.isEmpty,
                more: accounts.count > Self.mostAccounts
                    ? "\(accounts.count - Self.mostAccounts) more accounts are not shown." : nil,
                contacts: others, hasContacts: !others.isEmpty, requests: try openRequests(most: Self.mostRequests)),
            refresh: isLoading ? 2 : nil)
    }

    private static let mostAccounts = 30
    private static let mostContacts = 12
    private static let mostRequests = 25
    /// How many payments are fetched of each account: more than are shown, for the charts.
    private static let payments = 30

    /// Less of each account where there are many, so that the page stays small.
    private static func extent(of index: Int, among count: Int) -> AccountCard.Extent {
        AccountCard.Extent(
            balances: count <= 4 ? 8 : 4, payments: count <= 4 ? 8 : count <= 10 ? 4 : 0, charts: index < 3 ? 1 : 0,
            rows: 12)
    }

    /// Accounts, and the warning about the network that they are on.
    private struct Cards: Hashable, Sendable {
        var cards: [AccountCard] = []
        var warning: String?
    }

    private func accountCards(_ accounts: [AccountID], _ contacts: [Contact]) -> JobBoard.Known<Cards> {
        guard !accounts.isEmpty else { return JobBoard.Known(result: .success(Cards()), isRunning: false) }
        let (context, network, histories) = (context, network, histories)
        // In whole minutes: a chart that only ends a second later is no news for the pages.
        let now = now.seconds / 60 * 60
        let key = JobKey.overview(accounts, contacts)
        return jobs.known(key, age: .seconds(30)) { () throws(Failure) in
            var notices: [Notice] = []
            var view = try context.ledger(of: network, noting: &notices)
            let isDetailed = accounts.count <= 10
            let limit = isDetailed ? Self.payments : 0
            let overview = try NetworkOverview(
                of: accounts, payments: limit, withMemos: true, contacts: contacts, pending: [],
                tokensBy: isDetailed ? context : nil, in: &view)
            var found = Cards(warning: ProtocolWarning.text(view.protocolVersion, of: network))
            for (index, entry) in overview.accounts.enumerated() {
                let extent = Self.extent(of: index, among: accounts.count)
                var known: (overview: AccountOverview, history: BalanceHistory?) = (entry.overview, nil)
                if extent.charts > 0 {
                    known = try histories.history(of: entry.overview, on: network, by: view.client)
                }
                found.cards.append(
                    AccountCard(
                        known.overview, history: known.history, isCut: known.overview.payments.count == limit,
                        showing: extent, now: now))
            }
            return found
        }
    }
}
