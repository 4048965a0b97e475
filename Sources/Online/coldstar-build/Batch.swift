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
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        let terms = try wanted()
        let (reading, fetching) = (Progress.counter("reading", "lines"), Progress.counter("fetching", "accounts"))
        let outcome = try BatchJob(
            terms, sheet: try file(file, BatchSheet.fileLimit),
            channels: try channels.map { path throws(Failure) in try file(path, BatchChannels.fileLimit) }
        ).run { event in
            switch event {
            case .notice(let notice): Console.message(notice)
            case .reading(let done, let total): reading(done, total)
            case .fetching(let done, let total): fetching(done, total)
            }
        } check: { requests throws(Failure) in
            let prepared = try PreparedBatch(requests, format: format, qr)
            try output.checkFree(as: prepared.name)
            return prepared
        } deliver: { requests, prepared throws(Failure) in
            try deliver(requests, prepared)
            return prepared.codes
        }
        switch outcome {
        case .shortage(let shortage): throw try refusal(shortage)
        case .built(let requests, let codes):
            Notices.show(requests.facts)
            try qr.show(codes, name: "batch", force: output.force)
        }
    }

    private func file(_ path: String, _ limit: Int) throws(Failure) -> BatchJob.File {
        let (bytes, origin) = try InputFile.read(path, limit: limit)
        return BatchJob.File(bytes, origin: origin)
    }

    private func wanted() throws(Failure) -> BatchTerms {
        _ = try network.required()
        var wanted = BatchTerms(
            context: OnlineContext(home: home, horizon: horizon), network: try network.choice, now: try clock.time())
        var texts = try terms.texts()
        try places.add(to: &texts)
        texts[.source] = try Settings.source(source)
        try wanted.fill(texts)
        (wanted.checksAccounts, wanted.note) = (accountChecks, note)
        return wanted
    }

    /// Shows what is missing; returns the error to end with.
    private func refusal(_ shortage: BatchShortage) throws(Failure) -> Failure {
        for line in shortage.text.flatMap(TextLayout.error.lines) { Console.diagnostic(Wording(line)) }
        if json { try Console.result(document: shortage.document, pretty: false) }
        return shortage.failure
    }

    /// Writes the recorded requests, one per line.
    private func deliver(_ requests: BatchRequests, _ prepared: PreparedBatch) throws(Failure) {
        let texts = prepared.texts
        guard !output.isStandard else {
            return try requests.writeEach { index throws(Failure) in
                let document = requests.document(index, ("transaction", texts[index]))
                try output.deliver(json ? Console.text(of: document, pretty: false) : texts[index])
            }
        }
        let path = try requests.write { () throws(Failure) in
            try output.deliver(texts.joined(separator: "\n"), as: prepared.name)
        }
        guard let path else { return }
        if json {
            for index in texts.indices {
                try Console.result(document: requests.document(index, ("file", path)), pretty: false)
            }
        }
        if output.isFolder { Console.message("written to \(TerminalText.escape(path))") }
    }
}

/// What the command writes and shows of the requests.
private struct PreparedBatch {
    let texts: [String]
    let name: HandoffName
    /// Nil if no codes are wanted.
    let codes: QRContent?

    init(_ requests: BatchRequests, format: Batch.Format, _ qr: QROptions) throws(Failure) {
        texts = requests.texts(isDocument: format == .request)
        name = requests.name(isDocument: format == .request)
        codes = try qr.codes(of: texts)
    }
}
