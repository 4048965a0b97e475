// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandLine
import Handoff
import LedgerAPI
import Submitting
import Terminal
import Workspace

struct LookupAccount: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Balances, spendable amounts, signers, thresholds and flags of an account.",
        discussion: "Example: coldstar-build lookup account --network testnet G...")

    @Argument(help: "G..., M..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var ledger = try options.ledger()
        var assets = AssetFinder(options.context, network: ledger.network)
        try ledger.expect(try assets.knownEntries())
        try options.print(try AccountDetails(of: id, in: &ledger, context: options.context))
    }
}

struct LookupPayments: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Payments to and from an account, the latest first.",
        discussion: "Example: coldstar-build lookup payments --network testnet G... --limit 20")

    @Argument(help: "G..., M..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @Option(help: "How many, 1 to 200.")
    var limit: String = "20"

    @Option(help: "Continue after this paging token.")
    var cursor: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        let limit = try ListLimit(text: limit, in: 1...200).count
        try options.print(
            try PaymentList(
                of: id, limit: limit, after: cursor, by: try options.view().client, context: options.context))
    }
}
