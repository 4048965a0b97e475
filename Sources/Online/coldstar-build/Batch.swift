// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Terminal
import Workspace

struct Batch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Build requests from a table of payments, up to 100 payments per transaction.",
        discussion: """
            The first line of the table names the columns, in any order: destination,amount,asset, and optionally memo and source;
            name and note inform people only. Columns are separated by commas, semicolons or tabs.
            Every line is checked before any request is written, and all errors are reported together. Payments with different memos or
            sources go into different transactions with consecutive sequence numbers; submit them in order. With
            --channels they use the numbers of other accounts and are applied in parallel; the channel pays the fee and must sign too.
            Examples: coldstar-build batch payroll.csv --network testnet --source G... --out requests.jsonl
            coldstar-build batch payroll.csv --network testnet --source G... --channels channels.txt --out requests.jsonl
            """)

    enum Terms: FieldList {
        static var fields: [InputField] {
            TermsSpec.batch + TermsSpec.conditions + [TermsSpec.feeOfBatch, TermsSpec.sequenceOfBatch]
        }
    }

    enum Places: FieldList { static var fields: [InputField] { TermsSpec.placesOfBatch } }

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case request, xdr
    }

    @Argument(help: "The table, in comma-separated values; - for standard input.", completion: .file())
    var file: String

    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "The payer of rows without a source, ACCOUNT (or $STELLAR_ACCOUNT, or the configuration's).",
        completion: Completion.accounts)
    var source: String?

    @OptionGroup var terms: FieldOptions<Terms>

    @Option(
        help: "A file with accounts, G... one a line, that lend the transactions their sequence numbers.",
        completion: .file())
    var channels: String?

    @OptionGroup var places: FieldOptions<Places>

    @Flag(
        inversion: .prefixedNo,
        help: "Check every destination account on the network (default: when there are at most 1000).")
    var accountChecks: Bool?

    @Option(help: "\(TermsSpec.note.help)")
    var note: String?

    @Option(help: "request (default): one JSON document per line; or xdr: one base64 envelope per line.")
    var format: Format = .request

    @Flag(help: "Print one JSON document per line for each request: what it is, and the request or its file.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var qr: QROptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        let terms = try wanted()
        let (reading, fetching) = (Progress.counter("reading", "lines"), Progress.counter("fetching", "accounts"))
        let job = BatchJob(
            terms, sheet: try file(file, BatchSheet.fileLimit),
            channels: try channels.map { path throws(Failure) in try file(path, BatchChannels.fileLimit) })
        try BatchOutput(isDocument: format == .request, asDocuments: json, output, qr).handOver(job) { event in
            switch event {
            case .notice(let notice): Console.message(notice)
            case .reading(let done, let total): reading(done, total)
            case .fetching(let done, let total): fetching(done, total)
            }
        }
    }

    private func file(_ path: String, _ limit: Int) throws(Failure) -> BatchJob.File {
        let (bytes, origin) = try InputFile.read(path, limit: limit)
        return BatchJob.File(bytes, origin: origin)
    }

    private func wanted() throws(Failure) -> BatchTerms {
        _ = try network.required()
        var wanted = BatchTerms(
            context: OnlineContext(home: home, horizon: horizon, rpc: rpc), network: try network.choice,
            now: try clock.time())
        var texts = try terms.texts()
        try places.add(to: &texts)
        texts[.source] = try Settings.source(source)
        try wanted.fill(texts)
        (wanted.checksAccounts, wanted.note) = (accountChecks, note)
        return wanted
    }
}
