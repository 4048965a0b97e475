// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Stellar
import Submitting
import Terminal
import Workspace

struct AccountStatements: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "What moved in accounts during a period, with the balances before and after it.",
        discussion: """
            A row for each movement in either direction and for each fee, from the ledger, with names, notes, batches and lines of tables
            from the journal. Standard error says whether opening balance and rows give the closing balance in each asset,
            and what the server no longer has. The days are those of UTC; --to is included.
            Example: coldstar-submit statement --network testnet --account G... --from 2026-11-01 --to 2026-11-30 --out november.csv
            """)

    @Option(
        help: "The account: G..., M..., a contact, or name*domain (default: your own). May be repeated.",
        completion: Completion.accounts)
    var account: [String] = []

    @Option(help: "The first day, YYYY-MM-DD (default: all that the server has).")
    var from: String?

    @Option(help: "The last day, YYYY-MM-DD (default: today).")
    var to: String?

    @Option(help: "csv (default), json, hledger or html.")
    var format: StatementFormat?

    @Flag(help: "The same as --format json.")
    var json = false

    @Flag(help: "Begin the CSV with a byte order mark, which Excel needs to read UTF-8.")
    var bom = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        guard !json || format == nil || format == .json else {
            throw Failure(.usage, "--json is --format json, and cannot be combined with another format")
        }
        let format = json ? .json : format ?? .csv
        guard !bom || format == .csv else { throw Failure(.usage, "--bom is for --format csv") }
        try output.checkFree()
        let given = try account.isEmpty ? [Settings.requiredAccount(nil, "--account")] : account
        let references = try given.map { text throws(Failure) in
            try FieldID.account.value(of: text, as: AccountReference.self)
        }
        let period = try StatementPeriod(
            from: try FieldID.from.optionalValue(of: from), to: try FieldID.to.optionalValue(of: to))
        let statement = try StatementJob(
            references, period, on: try network.required(), in: OnlineContext(home: home, horizon: horizon, rpc: rpc),
            progress: Progress.counter("reading", "transactions")
        ).run { Console.message($0) }
        try output.deliver(file: (bom ? "\u{feff}" : "") + statement.text(format))
        for remark in statement.remarks() {
            if remark.isWarning {
                Console.warning(Wording(remark.text))
            } else {
                Console.message(Wording(remark.text))
            }
        }
    }
}

extension StatementFormat: ExpressibleByArgument {}
