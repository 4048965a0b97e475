// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import LedgerAPI
import Stellar
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
        try ledger.expect(try options.context.knownEntries(of: id, on: ledger.network))
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
        var notices: [Notice] = []
        let list = try PaymentList(
            of: id, limit: limit, after: cursor, in: try options.ledger(), context: options.context, noting: &notices)
        for notice in notices { Console.message(notice) }
        try options.print(list)
    }
}

struct LookupTransaction: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "transaction",
        abstract: "What a transaction did: result, balances, events, what a call returned, fee, and who signed.",
        discussion: """
            Servers of Stellar RPC keep transactions for some days; what lookup payments, overview and statement read of your accounts
            stays in the journal. An older one is read from a file that describes it.
            Example: coldstar-build lookup transaction --network testnet 6e8e51c2...
            """)

    @Argument(help: "The hash, or the first digits of one in the journal; for a fee bump the outer or the inner one.")
    var hash: String

    @Option(
        help: "A file with what a server answers about it, or with its metadata (resultMetaXdr) alone.",
        completion: .file())
    var meta: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let hash = try wanted()
        let file = try meta.map { path throws(Failure) in try InputFile.read(path, limit: Self.mostBytes).bytes }
        let search = TransactionSearch(options.context, on: try options.network.required())
        try options.print(try search.details(hash, file: file))
    }

    /// Of a transaction that the journal has, the first digits are enough.
    private func wanted() throws(Failure) -> TransactionHash {
        if let whole = TransactionHash(hex: hash.lowercased()) { return whole }
        if HashPrefix.isMeant(by: hash), let journal = try options.context.existingJournal() {
            return try HashPrefix(hash).hash(in: journal)
        }
        throw Failure(
            .badInput, "a hash has 64 hex digits",
            hint: "those of your own transactions, of which 8 are enough: \(step: .submit(.status))")
    }

    private static let mostBytes = 16 << 20
}
