// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Handoff
import Journal
import OnlineSupport
import Preflight
import Stellar
import StellarXDR
import TextCodec

struct Batch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the requests for a table of payments, up to 100 of them in each.",
        discussion: """
            The first line of the table names the columns, in any order: destination,amount,asset, and if wanted memo and source.
            Every line is checked before anything is made, and all that is wrong is told at once. Payments with different memos or
            sources go into different transactions, with sequence numbers one behind the other; send them in order. With
            --channels they have the numbers of other accounts and go in side by side; the channel pays the fee, and has to sign too.
            Examples: coldstar-build batch payroll.csv --network testnet --source G... --out requests.jsonl
            coldstar-build batch payroll.csv --network testnet --source G... --channels channels.txt --out requests.jsonl
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case request, xdr
    }

    @Argument(help: "The table, in comma-separated values; - for standard input.")
    var file: String

    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "Who pays where the table does not say, ACCOUNT (or $STELLAR_ACCOUNT).",
        completion: Completion.accounts)
    var source: String?

    @OptionGroup var conditions: ConditionOptions

    @Option(help: "Stroops for each payment, or auto (default: from the network's recent fees, shown).")
    var fee: String = "auto"

    @Option(help: "The sequence number of the first transaction; nothing is asked of the network then.")
    var sequence: String?

    @Option(help: "A file with accounts, G... one a line, that lend the transactions their sequence numbers.")
    var channels: String?

    @Flag(help: "Take sequence numbers behind all that is out for signing or sending already.")
    var afterPending = false

    @Flag(
        inversion: .prefixedNo,
        help: "Look at every account that receives (default: when there are at most 1000).")
    var accountChecks: Bool?

    @Option(help: "A note for whoever signs; a claim like any other.")
    var note: String?

    @Option(help: "request (default): a JSON document on each line; or xdr: base64 on each line.")
    var format: Format = .request

    @Flag(help: "Print a JSON document for each request, one a line: what it is, and itself or its file.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let network = try network.required()
        let now = try clock.time()
        let conditions = try conditions.preconditions(now: now)
        let (rows, names) = try rows()
        let channels = try channels.map { file throws(Failure) in try BatchChannels(file: file) }
        try channels?.checkApart(from: rows)
        var view = sequence == nil ? try LedgerView(try horizon.client(for: network), network: network) : nil
        let fee = try feePerOperation(view)
        let numbers = try NumberChoice(home: home, isAfterPending: afterPending, now: now)
        while true {
            let mark = try numbers.mark()
            let plan = try plan(rows, channels, numbers, &view)
            let envelopes = try envelopes(plan, conditions, fee: fee)
            try check(envelopes, of: plan, now, &view)
            let emission = BatchEmission(
                network: network, created: now, note: note, names: names, view: view, isJSON: json, mark: mark)
            if try emission.emit(envelopes, as: format, to: output, journal: home) {
                return BatchReport(
                    plan: plan, rows: rows, envelopes: envelopes, names: names, now: now, network: network
                ).say()
            }
            NumberChoice.sayTaken()
        }
    }

    private func check(
        _ envelopes: [TransactionEnvelope], of plan: BatchPlan, _ now: Timestamp, _ view: inout LedgerView?
    ) throws(Failure) {
        guard var ledger = view else { return }
        try BatchCheck(plan: plan, envelopes: envelopes, origin: origin, now: now, checksAccounts: accountChecks)
            .check(in: &ledger)
        view = ledger
    }

    private var origin: String { file == "-" ? "standard input" : TerminalText.escape(file) }

    private func rows() throws(Failure) -> ([BatchRow], AccountNames) {
        let (bytes, origin) = try InputFile.read(file, limit: 64 << 20)
        var finder = AccountFinder(home: home, horizon: sequence == nil ? horizon : nil)
        let payer = try (source ?? Environment["STELLAR_ACCOUNT"]).map { text throws(Failure) in
            try finder.find(text, "--source")
        }
        var sheet = BatchSheet(finder: finder, source: payer?.account)
        let rows = try sheet.rows(of: bytes, origin: origin)
        var names = sheet.names
        if let payer { names.add(payer) }
        return (rows, names)
    }

    private func plan(
        _ rows: [BatchRow], _ channels: BatchChannels?, _ numbers: NumberChoice, _ view: inout LedgerView?
    ) throws(Failure) -> BatchPlan {
        if var ledger = view {
            try channels?.check(in: &ledger)
            let plan = try BatchPlan(rows, channels: channels?.accounts ?? []) { id throws(Failure) in
                try numbers.next(of: id, in: &ledger)
            }
            view = ledger
            return plan
        }
        guard !afterPending else { throw Failure(.usage, "--sequence and --after-pending exclude each other") }
        guard channels == nil else {
            throw Failure(.usage, "--sequence is the number of one account's transaction, and --channels are several")
        }
        let first = try Arguments.sequence(sequence ?? "")
        guard let account = rows.first?.source.account, rows.allSatisfy({ $0.source.account == account }) else {
            throw Failure(
                .usage, "--sequence is the number of one account's transaction, and the table has several sources")
        }
        try numbers.check(first, of: account, on: try network.required())
        return try BatchPlan(rows) { _ throws(Failure) in first }
    }

    private func feePerOperation(_ view: LedgerView?) throws(Failure) -> UInt32 {
        fee == "auto" ? try FeeChoice.automatic(view) : try Arguments.fee(fee)
    }

    private func envelopes(
        _ plan: BatchPlan, _ conditions: Preconditions, fee: UInt32
    ) throws(Failure) -> [TransactionEnvelope] {
        try plan.transactions.map { planned throws(Failure) in
            let draft = TransactionDraft(
                source: planned.source, sequence: planned.sequence, feePerOperation: fee, conditions: conditions,
                memo: planned.memo, operations: planned.operations)
            let envelope: TransactionEnvelope
            do throws(DraftError) { envelope = try draft.envelope() } catch { throw Failure(.badInput, error.message) }
            if sequence != nil, let complaint = Complaint(formOf: envelope) { throw Failure([complaint]) }
            return envelope
        }
    }
}
