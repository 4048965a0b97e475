// SPDX-License-Identifier: Apache-2.0

import AccountWatch
import AddressBook
import ArgumentParser
import Faults
import Handoff
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec

struct Overview: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Your accounts: balances, recent payments and pending transactions.",
        discussion: """
            Your accounts are those for which transactions were built or submitted with this home, contacts that were imported from a
            signing device (coldstar-sign key show NAME --qr), and $STELLAR_ACCOUNT; or those that are named.
            Example: coldstar-build overview --network testnet
            """)

    @Argument(
        help: "Accounts: G..., M..., contacts, or name*domain (default: your own).", completion: Completion.accounts)
    var accounts: [String] = []

    @Option(help: "How many payments of each account, 0 to 200.")
    var limit: String = "5"

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        guard (0...200).contains(limit) else { throw Failure(.usage, "--limit: from 0 to 200") }
        let network = try options.network.required()
        let contacts = try Contacts.all(options.home)
        let chosen = try chosen(on: network, contacts)
        guard !chosen.isEmpty else {
            throw Failure(
                .noInput, "no account of yours is known on \(network.label)",
                hint: "name one: coldstar-build overview G...")
        }
        let pending = try pending(on: network)
        let names = Contacts.names(of: contacts)
        var view = try options.view()
        let baseReserve = try view.ledger().baseReserve
        var found: [(overview: AccountOverview, pending: [StatusEntry])] = []
        for account in chosen {
            let record = try view.account(account)
            found.append(
                (
                    AccountOverview(
                        account: account, name: names[account], record: record, baseReserve: baseReserve,
                        payments: record == nil || limit == 0 ? [] : try payments(of: account, limit, view.client),
                        names: names), pending.filter { $0.source == account.address }
                ))
        }
        try options.print(
            [
                "network_passphrase": .string(network.passphrase),
                "accounts": .array(found.map { $0.overview.json(pending: $0.pending.map { $0.document() }) }),
            ],
            Array(found.map { $0.overview.lines(pending: $0.pending) }.joined(separator: [""])))
    }

    private func chosen(on network: Network, _ contacts: [Contact]) throws(Failure) -> [AccountID] {
        guard !accounts.isEmpty else { return try OwnAccounts.all(options.home, on: network, contacts: contacts) }
        var finder = AccountFinder(home: options.home, horizon: options.horizon)
        var found: [AccountID] = []
        for text in accounts {
            let account = try finder.find(text, "the account").account.account
            if !found.contains(account) { found.append(account) }
        }
        return found
    }

    private func pending(on network: Network) throws(Failure) -> [StatusEntry] {
        guard let store = try OnlineJournal.existing(options.home) else { return [] }
        let now = Int64(clamping: NowOption.clock().seconds)
        do throws(JournalError) {
            return try StatusList(store, limit: .max, withSettled: false, now: now).entries.filter {
                $0.networkPassphrase == network.passphrase
            }
        } catch { throw Failure(error) }
    }

    private func payments(of account: AccountID, _ limit: Int, _ client: HorizonClient) throws(Failure)
        -> [PaymentRecord]
    {
        do { return try client.payments(of: account, limit: limit, cursor: nil) } catch {
            // An account that does not exist yet.
            if case .notFound = error { return [] }
            throw Failure(error)
        }
    }
}
