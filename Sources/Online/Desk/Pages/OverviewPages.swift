// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Journal
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Submitting
import Workspace

/// The first page: accounts with balances and recent payments, and what waits for someone.
extension Desk {
    func overviewPage() throws(Failure) -> DeskResponse {
        let contacts = try contacts()
        let own = try ownAccounts(contacts)
        let watched = try watchedAccounts().filter { !own.contains($0) }
        let accounts = own + watched
        let found = accountCards(Array(accounts.prefix(Self.mostAccounts)), contacts)
        let cards = found.value?.cards ?? []
        let ids = Set(own.map(\.address))
        let isLoading = found.result == nil && found.isRunning
        let others = contacts.filter { $0.account.map { !accounts.contains($0.account) } ?? true }.prefix(
            Self.mostContacts)
        let requests = try openRequests(most: Self.mostRequests)
        return page("Overview", in: "", refresh: isLoading ? 2 : nil) {
            tag(.div, .class("columns")) {
                tag(.div) {
                    tag(
                        .section, .aria("label", "Accounts"), .live("accounts"), .id("accounts-section"),
                        .class("accounts")
                    ) {
                        if isLoading {
                            notice(.neutral, .role("status")) { "Fetching the accounts from the network." }
                        }
                        if let warning = found.value?.warning {
                            notice(.attention, .test("protocol-warning")) { "Warning: \(warning)." }
                        }
                        found.failure.map { MessageView($0).html }
                        if accounts.isEmpty { Self.noAccount }
                        Self.accounts("Your accounts", cards.filter { ids.contains($0.id) }, areOwn: true)
                        Self.accounts("Watched accounts", cards.filter { !ids.contains($0.id) }, areOwn: false)
                        for note in found.value?.notes ?? [] { remark(note) }
                        if accounts.count > Self.mostAccounts {
                            quiet { "\(accounts.count - Self.mostAccounts) more accounts are not shown." }
                        }
                    }
                    Self.contacts(Array(others))
                    Self.search
                }
                tag(
                    .section, .aria("labelledby", "waiting-heading"), .live("waiting"), .id("waiting-section")
                ) {
                    tag(.h2, .id("waiting-heading")) { "Waiting for you" }
                    requests.html(token: token)
                }
            }
        }
    }

    private static let noAccount = notice(.neutral) {
        "No account of yours is known yet. An account appears here once a transaction is built for it, or when it is among the "
        tag(.a, .href("/contacts")) { "contacts" }
        " of a signing device."
    }

    private static func accounts(_ heading: String, _ cards: [AccountCard], areOwn: Bool) -> HTML {
        HTML {
            if !cards.isEmpty {
                tag(.h2) { heading }
                for card in cards { card.html(isOwn: areOwn) }
            }
        }
    }

    private static func contacts(_ contacts: [Contact]) -> HTML {
        HTML {
            if !contacts.isEmpty {
                tag(.h2) { "Contacts" }
                tag(.ul, .class("named")) {
                    for contact in contacts {
                        tag(.li) {
                            if let account = contact.account?.account {
                                tag(.a, .href("/accounts/\(account.address)")) { contact.name }
                            } else {
                                contact.name
                            }
                            " "
                            tag(.span, .class("address")) { AddressText.short(contact.address.holder.strKey.text) }
                        }
                    }
                }
            }
        }
    }

    private static let search = tag(.form, .get, .action("/accounts"), .class("find")) {
        field(
            "find-account", "Another account",
            tag(
                .input, .id("find-account"), .name("account"), .noAutocomplete, .noSpellcheck,
                .placeholder("G..., M... or a contact"), .required))
        actions { submitButton("Show") }
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
        /// From when on the payments are known.
        var notes: [Notice] = []
    }

    private func accountCards(_ accounts: [AccountID], _ contacts: [Contact]) -> JobQueue.Known<Cards> {
        guard !accounts.isEmpty else { return JobQueue.Known(result: .success(Cards()), isRunning: false) }
        let (context, network, histories) = (context, network, histories)
        // In whole minutes: a chart that only ends a second later is no news for the pages.
        let now = now.seconds / 60 * 60
        let key = JobKey.overview(accounts, contacts)
        return jobs.known(key, age: .seconds(30)) { () throws(Failure) in
            var notices: [Notice] = []
            var view = try context.ledger(of: network, noting: &notices)
            notices = []
            let isDetailed = accounts.count <= 10
            let limit = isDetailed ? Self.payments : 0
            let overview = try NetworkOverview(
                of: accounts, payments: limit, withMemos: true, contacts: contacts, pending: [],
                withTokens: isDetailed, context: context, in: &view, noting: &notices)
            var found = Cards(warning: ProtocolWarning.text(view.protocolVersion, of: network))
            found.notes = notices
            for (index, entry) in overview.accounts.enumerated() {
                let extent = Self.extent(of: index, among: accounts.count)
                var known: (overview: AccountOverview, history: BalanceHistory?) = (entry.overview, nil)
                if extent.charts > 0 { known = try histories.history(of: entry.overview, in: view, context) }
                found.cards.append(
                    AccountCard(
                        known.overview, history: known.history, isCut: known.overview.payments.count == limit,
                        showing: extent, now: now))
            }
            return found
        }
    }
}
