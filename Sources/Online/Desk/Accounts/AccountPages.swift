// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff
import Journal
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Submitting
import Synchronization
import Workspace

/// The page of one account, the user's own or any other, and the accounts that are watched.
extension Desk {
    /// The accounts that `coldstar-submit watch`, or a page, has observed on this network.
    func watchedAccounts() throws(Failure) -> [AccountID] {
        guard let journal = try existingJournal() else { return [] }
        do throws(JournalError) { return try journal.watchedAccounts(network: network) } catch { throw Failure(error) }
    }

    /// What the network says of one account.
    struct AccountPage: Hashable, Sendable {
        let account: AccountCard
        let facts: [PartView]
        /// From when on the payments are known.
        let notes: [Notice]
        /// The page of earlier payments; nil if these are the first.
        let older: String?
    }

    private static let pagePayments = 40
    private static let pageExtent = AccountCard.Extent(balances: 100, payments: pagePayments, charts: 3, rows: 40)

    /// - Parameter address: the last part of the path.
    func accountPage(_ address: String, query: [String: String], failure: Failure? = nil) throws(Failure)
        -> DeskResponse?
    {
        guard let account = try? AccountID(address: address) else { return nil }
        let contacts = try contacts()
        let name = Contacts.names(of: contacts)[account]
        let cursor = query["cursor"].flatMap { UInt64($0) }
        let found = fetched(account, cursor: cursor, contacts)
        let isLoading = found.result == nil && found.isRunning
        let isOwn = try ownAccounts(contacts).contains(account)
        let isWatched = try watchedAccounts().contains(account)
        return page(
            name ?? "Account", in: nil, refresh: isLoading ? 2 : nil, status: failure.map(Self.status(of:)) ?? 200
        ) {
            tag(.p, .class("address"), .test("address")) { GroupsOfFour.text(address) }
            failure.map { MessageView($0).html }
            tag(.div, .class("actions"), .live("watch"), .id("watch")) {
                AccountCard.payButton(address, isOwn: isOwn)
                if name == nil { button("Add to the contacts", to: "/contacts?text=\(address)") }
                button("Statement", to: "/statement?account=\(address)")
                postForm("/accounts/\(address)/\(isWatched ? "unwatch" : "watch")", token: token) {
                    submitButton(isWatched ? "Stop watching" : "Watch")
                }
            }
            if isWatched { quiet { "Watched: this account is compared with its recorded state." } }
            tag(
                .section, .live("account"), .id("account-section"), .class("accounts"),
                .aria("label", "The account")
            ) {
                if isLoading {
                    notice(.neutral, .role("status")) { "Fetching the account from the network." }
                }
                found.failure.map { MessageView($0).html }
                found.value?.html(of: address, isOlder: cursor != nil)
            }
        }
    }

    private func fetched(
        _ account: AccountID, cursor: UInt64?, _ contacts: [Contact]
    ) -> JobQueue.Known<AccountPage> {
        let (context, network, histories) = (context, network, histories)
        // In whole minutes: a chart that only ends a second later is no news for the pages.
        let now = now.seconds / 60 * 60
        let key = JobKey.account(account, cursor: cursor, contacts)
        return jobs.known(key, age: .seconds(10)) { () throws(Failure) in
            var notices: [Notice] = []
            var view = try context.ledger(of: network, noting: &notices)
            notices = []
            let limit = Self.pagePayments
            // Earlier payments come without the state that they did not lead to.
            let network = try NetworkOverview(
                of: [account], payments: cursor == nil ? limit : 0, withMemos: true, contacts: contacts, pending: [],
                withTokens: true, context: context, in: &view, noting: &notices)
            guard var overview = network.accounts.first?.overview else { throw Failure(.bug, "there is no overview") }
            var history: BalanceHistory?
            if let cursor {
                let payments = try AccountPayment.all(
                    of: account, limit: limit, cursor: String(cursor), withMemos: true, in: view, context: context,
                    noting: &notices)
                overview = overview.with(payments: payments)
            } else {
                (overview, history) = try histories.history(of: overview, in: view, context)
            }
            let isFull = overview.payments.count == limit
            var extent = Self.pageExtent
            if cursor != nil { extent.charts = 0 }
            let card = AccountCard(overview, history: history, isCut: isFull, showing: extent, now: now)
            let last = isFull ? overview.payments.last.flatMap(\.pagingToken) : nil
            var facts: [PartView] = []
            if card.exists, cursor == nil {
                let details = try AccountDetails(of: account, in: &view, context: context)
                facts = PartView.list(details.settings)
            }
            return AccountPage(
                account: card, facts: facts, notes: notices,
                older: last.flatMap { UInt64($0) }.map { "/accounts/\(account.address)?cursor=\($0)" })
        }
    }

    // MARK: finding and watching

    /// The page of the account that a form names.
    func accountSearch(_ query: [String: String]) throws(Failure) -> DeskResponse {
        let text = query["account"] ?? ""
        let contacts = try contacts()
        if let contact = contacts.first(where: { ContactName.areSame($0.name, text) }),
            let account = contact.account?.account
        {
            return .seeOther("/accounts/\(account.address)")
        }
        if let account = try? MuxedAccount(address: String(text.filter { !$0.isWhitespace })) {
            return .seeOther("/accounts/\(account.account.address)")
        }
        // The text is not repeated: it may be a secret key, pasted by mistake.
        throw Failure(
            .badInput, "this is neither an account nor a contact",
            hint: "give an address that begins with G or M, or the name of a contact")
    }

    /// - Parameter action: `watch` or `unwatch`.
    func accountForm(_ address: String, _ action: String) throws(Failure) -> DeskResponse? {
        guard let account = try? AccountID(address: address) else { return nil }
        do throws(Failure) {
            switch action {
            case "watch": try watch(account)
            case "unwatch":
                guard let journal = try context.openExistingJournal() else { break }
                do throws(JournalError) { try journal.forgetWatched(network: network, account: account) } catch {
                    throw Failure(error)
                }
            default: return nil
            }
            changes.post()
            return .seeOther("/accounts/\(account.address)")
        } catch {
            return try accountPage(address, query: [:], failure: error)
        }
    }

    /// Records the account's present state, which `coldstar-submit watch` compares with. One that is recorded already
    /// is not replaced.
    private func watch(_ account: AccountID) throws(Failure) {
        guard try !watchedAccounts().contains(account) else { return }
        let watcher = try AccountWatcher(
            on: network, in: context, journal: try context.journal(), now: now, forgets: false)
        try watcher.record(try watcher.observe(account))
    }
}

extension Desk.AccountPage {
    /// - Parameter isOlder: whether these are not the latest payments.
    fileprivate func html(of address: String, isOlder: Bool) -> HTML {
        HTML {
            if account.exists {
                tag(
                    .section, .class("card account whole"), .aria("labelledby", "balances-heading"), .test("account")
                ) {
                    tag(.h2, .id("balances-heading")) { "Balances" }
                    account.balanceList
                    account.chartList
                }
            } else {
                AccountCard.absence
            }
            payments(of: address, isOlder: isOlder)
            if !facts.isEmpty { card("details", "Details") { facts.html } }
        }
    }

    private func payments(of address: String, isOlder: Bool) -> HTML {
        card("payments", isOlder ? "Earlier payments" : "Payments") {
            if account.payments.isEmpty {
                quiet { "There are no payments\(isOlder ? " before these" : "")." }
            } else {
                account.paymentTable
            }
            for note in notes { remark(note) }
            actions {
                if isOlder { button("Latest payments", to: "/accounts/\(address)") }
                if let older { button("Earlier payments", to: Href(older)) }
            }
        }
    }
}

/// Histories of balances: fetched again only when the account or its payments have changed, because open pages ask for
/// them again and again.
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
        of overview: AccountOverview, in view: AnyLedger, _ context: OnlineContext
    ) throws(Failure) -> (overview: AccountOverview, history: BalanceHistory?) {
        guard let record = overview.record else { return (overview, nil) }
        let known = entries.withLock { $0[overview.account] }
        if let known, known.record == record, known.payments == overview.payments {
            return (overview, known.history)
        }
        guard let found = try Self.fetched(of: record, overview.payments.read(), in: view, context) else {
            return (overview, nil)
        }
        entries.withLock { entries in
            if entries.count >= Self.most { entries = [:] }
            entries[overview.account] = Entry(
                record: found.record, payments: overview.payments, history: found.history)
        }
        return (overview.with(record: found.record), found.history)
    }

    private static func fetched(
        of record: AccountRecord, _ payments: [PaymentRecord], in view: AnyLedger, _ context: OnlineContext
    ) throws(Failure) -> (record: AccountRecord, history: BalanceHistory)? {
        if let client = view.rpc {
            return try BalanceHistory.fetched(of: record, payments: payments, by: client, in: context)
        }
        guard let client = view.horizon else { return nil }
        do {
            return try BalanceHistory.fetched(of: record, payments: payments, on: view.network, by: client)
        } catch { throw Failure(error) }
    }
}
