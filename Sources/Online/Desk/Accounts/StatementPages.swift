// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup
import Stellar
import Submitting
import Workspace

/// Statements of accounts: a form, and the document that it asks for.
extension Desk {
    private static let statementFields: [FormField] = [
        FormField("account", "Account", .account, "G..., M..., a contact, or name*domain."),
        .optional("from", "From", .text, "The first day in UTC, YYYY-MM-DD. Empty for all that the server has."),
        .optional("to", "To", .text, "The last day in UTC, YYYY-MM-DD. Empty for today."),
        FormField(
            "format", "Format",
            .choice([
                Choice(value: "html", label: "Page"), Choice(value: "csv", label: "Table (CSV)"),
                Choice(value: "json", label: "JSON"), Choice(value: "hledger", label: "Journal for hledger"),
            ]), "A table or a journal is downloaded."),
    ]

    /// The form; with an account and a format, the statement.
    func statementPage(_ query: [String: String]) throws(Failure) -> DeskResponse {
        let values = query.isEmpty ? nil : DeskFields(query.map { ($0.key, $0.value) })
        guard let values, query["format"] != nil else { return try statementForm(values) }
        do throws(Failure) {
            guard let format = query["format"].flatMap(StatementFormat.init) else {
                throw Failure(.badInput, FieldID("format"), "this is none of the formats")
            }
            let period = try StatementPeriod(
                from: try FieldID.from.optionalValue(of: Self.given(values["from"])),
                to: try FieldID.to.optionalValue(of: Self.given(values["to"])))
            let account: AccountReference = try FieldID.account.value(of: try values.required("account"))
            var notes: [Notice] = []
            let statement = try StatementJob([account], period, on: network, in: context).run {
                notes.append($0)
            }
            guard format == .html else {
                let (name, type) = Self.file(format)
                return .download(Array(statement.text(format).utf8), name: name, type: type)
            }
            return try statementForm(values, StatementPage(statement).content, notes: notes)
        } catch { return try statementForm(values, failure: error) }
    }

    private static func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private static func file(_ format: StatementFormat) -> (name: String, type: String) {
        switch format {
        case .csv: ("statement.csv", "text/csv; charset=utf-8")
        case .json: ("statement.json", "application/json")
        case .hledger: ("statement.journal", "text/plain; charset=utf-8")
        case .html: ("statement.html", "text/html; charset=utf-8")
        }
    }

    private func statementForm(
        _ values: DeskFields?, _ statement: HTML? = nil, notes: [Notice] = [], failure: Failure? = nil
    ) throws(Failure) -> DeskResponse {
        let form = FormView(
            "What moved in an account, with the balances before and after.", action: "/statement",
            button: "Make the statement", Self.statementFields, values: values, failure: failure,
            accounts: try contacts().map(\.name))
        return page("Statement", in: "history", status: failure.map(Self.status(of:)) ?? 200) {
            form.asQuery
            for note in notes { remark(note) }
            statement.map { statement in scrolled("The statement") { statement } }
        }
    }
}
