// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import StellarXDR
import Submitting
import Terminal
import Workspace

struct Overview: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview", abstract: "Your accounts: balances, recent payments and pending transactions.",
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
        let limit = try ListLimit(text: limit, in: 0...200).count
        let network = try options.network.required()
        let journal = try options.context.existingJournal()
        let contacts = try Contacts.all(in: journal)
        let chosen = try chosen(on: network, journal, contacts)
        guard !chosen.isEmpty else {
            throw Failure(
                .noInput, "no account of yours is known on \(network.label)",
                hint: "name one: coldstar-build overview G...")
        }
        let pending = try NetworkOverview.pending(on: network, in: journal, now: options.context.clock())
        var view = try options.ledger()
        var notices: [Notice] = []
        let overview = try NetworkOverview(
            of: chosen, payments: limit, withMemos: true, contacts: contacts, pending: pending, withTokens: true,
            context: options.context, in: &view, noting: &notices)
        for notice in notices { Console.message(notice) }
        try options.print(overview)
    }

    private func chosen(
        on network: Network, _ journal: (any OnlineJournal)?, _ contacts: [Contact]
    ) throws(Failure) -> [AccountID] {
        guard !accounts.isEmpty else {
            return try OwnAccounts.all(
                in: journal, on: network, contacts: contacts,
                setting: try Settings.account(nil, option: "--account")?.text)
        }
        var finder = AccountFinder(options.context)
        let field = FieldID.words("the account")
        return try finder.distinct(
            try accounts.map { text throws(Failure) in try field.value(of: text) }, field)
    }
}
