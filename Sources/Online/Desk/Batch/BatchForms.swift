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
                ]), "Whether each destination account is looked up on the network.", initial: "auto"),
        ] + TermsSpec.batch.map { FormField($0) } + [
            TermsForm.note, FormField(TermsSpec.feeOfBatch), TermsForm.place, FormField(TermsSpec.sequenceOfBatch),
        ] + TermsForm.conditions

    /// The form, and where it failed the table with its errors, to be corrected.
    func batchForm(
        _ values: DeskFields?, _ failure: Failure? = nil, sheet: SheetView? = nil, parts: [PartView] = []
    ) throws(Failure) -> DeskResponse {
        let names = try suggestions()
        var values = values ?? DeskFields([("account-checks", "auto")])
        if failure == nil, values["source"] == nil, let source = names.source {
            values = values.setting("source", source)
        }
        // The table says what is wrong; the message need not repeat it.
        let shown = failure.map {
            Failure($0.kind, $0.field, $0.reason, hint: $0.hint, details: sheet == nil ? $0.details : [])
        }
        var fields = Self.fields
        fields[0].isRequired = false
        if sheet != nil { fields[0].label = "Another table" }
        let form = FormView(
            "A table of payments becomes requests of up to 100 payments each. Every row is checked before anything is built.",
            action: "/batch", button: "Build the requests", fields, more: Self.more, values: values, failure: shown,
            accounts: names.accounts, assets: names.assets)
        return page("Batch", in: "batch", status: failure.map(Self.status(of:)) ?? 200) {
            form.html(token: token) { sheet?.html }
            parts.html
        }
    }

    func buildBatch(_ fields: DeskFields) throws(Failure) -> DeskResponse {
        let (file, id) = (fields.files("file").first, fields[SheetView.idField])
        let name = file.map { $0.name.isEmpty ? "the table" : $0.name }
        var sheet = (file?.content ?? fields["text"].map { Array($0.utf8) }).map { content in
            SheetBoard.Sheet(name: name ?? "the table", content: content)
        }
        do throws(Failure) {
            if sheet == nil, let id {
                guard let kept = sheets[id] else {
                    throw Failure(.usage, .file, "the table is not here any more; choose it again")
                }
                sheet = try kept.corrected(by: fields)
            }
            guard let sheet else { throw Failure(.usage, .file, "choose a table, or paste one") }
            let channels = fields.lines("channels").joined(separator: "\n")
            let job = BatchJob(
                try terms(fields),
                sheet: BatchJob.File(sheet.content, origin: TerminalText.escape(sheet.name)),
                channels: channels.isEmpty ? nil : BatchJob.File(Array(channels.utf8), origin: "channel accounts"))
            return try buildBatch(job) { shortage throws(Failure) in
                try batchForm(
                    fields, shortage.failure, sheet: view(of: sheet, shortage.lines),
                    parts: PartView.list(shortage.text.filter { if case .table = $0 { true } else { false } }))
            }
        } catch {
            let shown = error.details.isEmpty ? nil : sheet.flatMap { view(of: $0, error.details) }
            return try batchForm(fields, error, sheet: shown)
        }
    }

    /// The table with its errors, kept so that it need not be chosen again, unless a secret stands in it.
    private func view(of sheet: SheetBoard.Sheet, _ details: [FailureDetail]) -> SheetView? {
        SheetView(sheet.content, details, id: sheet.hasSecret ? "" : sheets.keep(sheet))
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
