// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff
import Journal
import Markup
import Stellar
import Workspace

/// Many payments at once: from a table to requests.
extension Desk {
    private static let fields: [FormField] =
        [
            FormField(
                "file", "Table", .file,
                "Comma-separated values; the first line names the columns: destination, amount, asset, and optionally memo, source, name and note."
            ),
            FormField("source", "From", .account, "The payer of rows without a source."),
        ]
    private static let more: [FormField] =
        [
            .optional("text", "Or paste the table", .area, "Instead of a file."),
            .optional(
                "channels", "Channel accounts", .area,
                "One a line, G...: they lend the transactions their sequence numbers."),
            FormField(
                "account-checks", "Check every destination",
                .choice([
                    Choice(value: "auto", label: "when there are at most 1000"),
                    Choice(value: "on", label: "always"), Choice(value: "off", label: "never"),
                ]), "Whether each destination account is looked up on the network."),
        ] + TermsSpec.batch.map { FormField($0) } + [
            TermsForm.note, FormField(TermsSpec.feeOfBatch), TermsForm.place, FormField(TermsSpec.sequenceOfBatch),
        ] + TermsForm.conditions

    /// The form, and where it failed the table with errors next to their rows.
    func batchForm(
        _ values: DeskFields?, _ failure: Failure? = nil, sheet: SheetView? = nil, parts: [PartView] = []
    ) throws(Failure) -> DeskResponse {
        let names = try suggestions()
        var values = values ?? DeskFields([("place", "next"), ("account-checks", "auto")])
        if failure == nil, values["source"] == nil, let source = names.source {
            values = values.setting("source", source)
        }
        // The table says what is wrong; the message need not repeat it.
        let shown = failure.map {
            Failure($0.kind, $0.field, $0.reason, hint: $0.hint, details: sheet == nil ? $0.details : [])
        }
        var fields = Self.fields
        fields[0].isRequired = false
        let form = FormView(
            "A table of payments becomes requests of up to 100 payments each. Every row is checked before anything is built.",
            action: "/batch", button: "Build the requests", fields, more: Self.more, values: values, failure: shown,
            accounts: names.accounts, assets: names.assets)
        return page("Batch", in: "batch", status: failure.map(Self.status(of:)) ?? 200) {
            form.html(token: token)
            parts.html
            sheet?.html
        }
    }

    func buildBatch(_ fields: DeskFields) throws(Failure) -> DeskResponse {
        let file = fields.files("file").first
        let origin = TerminalText.escape(file.map { $0.name.isEmpty ? "the table" : $0.name } ?? "the table")
        let bytes = file?.content ?? fields["text"].map { Array($0.utf8) }
        do throws(Failure) {
            guard let bytes else { throw Failure(.usage, .file, "choose a table, or paste one") }
            let channels = fields.lines("channels").joined(separator: "\n")
            let job = BatchJob(
                try terms(fields), sheet: BatchJob.File(bytes, origin: origin),
                channels: channels.isEmpty ? nil : BatchJob.File(Array(channels.utf8), origin: "channel accounts"))
            return try buildBatch(job) { shortage throws(Failure) in
                try batchForm(
                    fields, shortage.failure, sheet: SheetView(bytes, shortage.lines),
                    parts: PartView.list(shortage.text.filter { if case .table = $0 { true } else { false } }))
            }
        } catch {
            let sheet = bytes.flatMap { SheetView($0, error.details) }
            return try batchForm(fields, error, sheet: error.details.isEmpty ? nil : sheet)
        }
    }

    /// Builds the requests of a batch, records them and shows their page.
    ///
    /// - Parameter lacking: what to show if the payers cannot spend enough.
    func buildBatch(
        _ job: BatchJob, lacking: (BatchShortage) throws(Failure) -> DeskResponse
    ) throws(Failure) -> DeskResponse {
        var found: [Notice] = []
        let outcome = try job.run { event in
            if case .notice(let notice) = event { found.append(notice) }
        } check: { _ throws(Failure) in
        } deliver: { _, _ throws(Failure) in
        }
        switch outcome {
        case .shortage(let shortage): return try lacking(shortage)
        case .built(let requests, _):
            let hashes = requests.records.map(\.hash)
            notices.keep(found + requests.facts, of: hashes[0])
            changes.post()
            return .seeOther(
                hashes.count == 1 ? "/requests/\(hashes[0].hex)" : "/batch/\(hashes[0].hex)/\(hashes.count)")
        }
    }

    private func terms(_ fields: DeskFields) throws(Failure) -> BatchTerms {
        var terms = BatchTerms(context: context, network: choice, now: now)
        var texts = fields.terms
        for field in TermsSpec.batch { texts.fill(field, from: fields) }
        try terms.fill(texts)
        terms.note = fields["note"]
        terms.checksAccounts = fields["account-checks"].flatMap { ["on": true, "off": false][$0] }
        return terms
    }
}

/// The table of a batch with errors next to their rows.
struct SheetView {
    struct Row {
        let line: Int
        let cells: [String]
        let errors: [String]
    }

    let header: [String]
    let rows: [Row]
    /// How many rows are left out.
    let leftOut: Int
    /// Errors that belong to no row.
    let others: [String]

    /// Rows with errors come first in the count, and the order is the file's.
    private static let mostRows = 250

    /// - Parameter details: the errors, with the lines that they are about.
    /// - Returns: nil for a file that is not a table.
    init?(_ bytes: [UInt8], _ details: [FailureDetail]) {
        guard let records = try? CSV.read(bytes, limit: 100_001, skipsBlank: true), let first = records.first else {
            return nil
        }
        header = first.fields
        var errors: [Int: [String]] = [:]
        var others: [String] = []
        for detail in details {
            let text = detail.text.pageText
            if let line = detail.line { errors[line, default: []].append(text) } else { others.append(text) }
        }
        self.others = others
        let body = records.dropFirst()
        let faulty = body.filter { errors[$0.line] != nil }
        // All rows if they are few; otherwise those with errors.
        let shown = body.count <= Self.mostRows ? Array(body) : Array(faulty.prefix(Self.mostRows))
        rows = shown.map { record in
            Row(
                line: record.line, cells: record.fields, errors: errors[record.line] ?? [])
        }
        leftOut = body.count - shown.count
    }

    var html: HTML {
        card("sheet", "The table") {
            for text in others { notice(.bad, .test("error")) { text } }
            scrolled("The table with its errors") {
                tag(.table, .class("sheet")) {
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .class("number")) { "Line" }
                            for name in header { tag(.th) { name } }
                            tag(.th) { "Errors" }
                        }
                    }
                    tag(.tbody) { for row in rows { row.html } }
                }
            }
            if leftOut > 0 { quiet { "\(leftOut) rows without errors are not shown." } }
        }
    }
}

extension SheetView.Row {
    fileprivate var html: HTML {
        tag(.tr, errors.isEmpty ? nil : .class("faulty")) {
            tag(.td, .class("number")) { "\(line)" }
            for cell in cells { tag(.td) { cell } }
            tag(.td) {
                for text in errors { tag(.p, .class("row-error tone-bad"), .test("error")) { text } }
            }
        }
    }
}
