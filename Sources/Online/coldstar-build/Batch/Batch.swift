// SPDX-License-Identifier: Apache-2.0

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
import TextCodec

struct Batch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build requests from a table of payments, up to 100 payments per transaction.",
        discussion: """
            The first line of the table names the columns, in any order: destination,amount,asset, and optionally memo and source.
            Every line is checked before any request is written, and all errors are reported together. Payments with different memos or
            sources go into different transactions with consecutive sequence numbers; submit them in order. With
            --channels they use the numbers of other accounts and are applied in parallel; the channel pays the fee and must sign too.
            Examples: coldstar-build batch payroll.csv --network testnet --source G... --out requests.jsonl
            coldstar-build batch payroll.csv --network testnet --source G... --channels channels.txt --out requests.jsonl
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case request, xdr
    }

    @Argument(help: "The table, in comma-separated values; - for standard input.", completion: .file())
    var file: String

    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "The payer of rows without a source, ACCOUNT (or $STELLAR_ACCOUNT).",
        completion: Completion.accounts)
    var source: String?

    @OptionGroup var conditions: ConditionOptions

    @Option(help: "Stroops for each payment, or auto (default: from the network's recent fees, shown).")
    var fee: String = "auto"

    @Option(help: "The sequence number of the first transaction; the network is then not used.")
    var sequence: String?

    @Option(
        help: "A file with accounts, G... one a line, that lend the transactions their sequence numbers.",
        completion: .file())
    var channels: String?

    @Flag(help: "Take sequence numbers after all pending transactions: those that were signed or submitted.")
    var afterPending = false

    @Flag(help: "Take sequence numbers after all pending transactions and all requests that are still to be signed.")
    var afterDrafts = false

    @Flag(
        inversion: .prefixedNo,
        help: "Check every destination account on the network (default: when there are at most 1000).")
    var accountChecks: Bool?

    @Option(help: "A note for the signer, shown as an unverified hint.")
    var note: String?

    @Option(help: "request (default): one JSON document per line; or xdr: one base64 envelope per line.")
    var format: Format = .request

    @Flag(help: "Print one JSON document per line for each request: what it is, and the request or its file.")
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
        let (rows, names) = try rows(on: network)
        let channels = try channels.map { file throws(Failure) in try BatchChannels(file: file) }
        try channels?.checkApart(from: rows)
        var view = sequence == nil ? try horizon.ledger(of: network) : nil
        let fee = try feePerOperation(view)
        let numbers = try NumberChoice(
            home: home, place: afterDrafts ? .afterDrafts : afterPending ? .afterPending : .next, now: now)
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
        try BatchCheck(
            plan: plan, envelopes: envelopes, origin: origin, now: now, checksAccounts: accountChecks, isJSON: json
        ).check(in: &ledger)
        view = ledger
    }

    private var origin: String { file == "-" ? "standard input" : TerminalText.escape(file) }

    private func rows(on network: Network) throws(Failure) -> ([BatchRow], AccountNames) {
        let (bytes, origin) = try InputFile.read(file, limit: 64 << 20)
        var finder = AccountFinder(home: home, horizon: sequence == nil ? horizon : nil)
        let payer = try (source ?? Environment["STELLAR_ACCOUNT"]).map { text throws(Failure) in
            try finder.find(text, "--source")
        }
        let assets = AssetFinder(home: home, network: network)
        var sheet = BatchSheet(finder: finder, assets: assets, source: payer?.account) { account throws(Failure) in
            guard sequence == nil else { return nil }
            do { return try horizon.client(for: network).account(account) } catch let error as HorizonError {
                throw Failure(error)
            } catch { throw error as? Failure ?? Failure(.bug, "an error that no command expected") }
        }
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
        guard !afterPending, !afterDrafts else {
            throw Failure(
                .usage, "--sequence cannot be combined with \(afterDrafts ? "--after-drafts" : "--after-pending")")
        }
        guard channels == nil else {
            throw Failure(.usage, "--sequence cannot be combined with --channels: it is the number of a single account")
        }
        let first = try Arguments.sequence(sequence ?? "")
        guard let account = rows.first?.source.account, rows.allSatisfy({ $0.source.account == account }) else {
            throw Failure(
                .usage, "--sequence: the table has several sources, and the number is that of a single account")
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
