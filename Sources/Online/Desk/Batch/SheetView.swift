// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup
import Stellar

/// The table of a batch with its errors: wrong cells are fields, so that they are corrected in the page.
struct SheetView {
    private struct Row {
        let line: Int
        let cells: [Cell]
        /// What is wrong with the row as a whole.
        let errors: [String]
    }

    private struct Cell {
        let column: String
        let text: String
        /// What is wrong with it; nil if it is not a field.
        let error: String?
    }

    /// The hidden field that says which table the corrections are for.
    static let idField = "sheet"

    private let id: String
    private let header: [String]
    private let rows: [Row]
    private let leftOut: Int
    private let wrongLeftOut: Int
    /// Errors that belong to no row.
    private let others: [String]

    private static let mostRows = 100

    /// - Parameters:
    ///   - details: the errors, with the lines and columns that they are about.
    ///   - id: of the table that is kept.
    /// - Returns: nil for a file that is not a table.
    init?(_ bytes: [UInt8], _ details: [FailureDetail], id: String) {
        guard let records = try? CSV.read(bytes, limit: 100_001, skipsBlank: true), let first = records.first else {
            return nil
        }
        self.id = id
        header = first.fields
        let columns = Self.columns(first)
        let errors = Dictionary(grouping: details) { $0.line ?? 0 }
        others = (errors[0] ?? []).map(\.text.pageText)
        let body = records.dropFirst()
        let wrong = body.filter { errors[$0.line] != nil }
        // All rows if they are few; otherwise those with errors.
        let shown = body.count <= Self.mostRows ? Array(body) : Array(wrong.prefix(Self.mostRows))
        rows = shown.map { record in Self.row(record, columns, errors[record.line] ?? []) }
        wrongLeftOut = max(0, wrong.count - shown.count)
        leftOut = body.count - shown.count - wrongLeftOut
    }

    /// The names of the fields: a column without a name is called by its place.
    static func columns(_ header: CSV.Record) -> [String] {
        header.fields.enumerated().map { index, text in
            let name = text.lowercased().filter { !$0.isWhitespace }
            return name.isEmpty ? "\(index + 1)" : name
        }
    }

    static func name(_ line: Int, _ column: String) -> String { "cell.\(line).\(column)" }

    private static func row(_ record: CSV.Record, _ columns: [String], _ details: [FailureDetail]) -> Row {
        var (ofCells, ofRow): ([String: [String]], [String]) = ([:], [])
        for detail in details {
            if let column = detail.column, columns.contains(column) {
                ofCells[column, default: []].append(detail.text.pageText)
            } else {
                ofRow.append(detail.text.pageText)
            }
        }
        let count = max(columns.count, record.fields.count)
        let cells = (0..<count).map { index -> Cell in
            let column = index < columns.count ? columns[index] : "\(index + 1)"
            let text = index < record.fields.count ? record.fields[index] : ""
            // A secret is not shown again, and a row that is wrong as a whole can be changed anywhere.
            let shown = SecretText.has(.written, in: Array(text.utf8)) ? "" : text
            let error = ofCells[column]?.joined(separator: "; ") ?? (ofRow.isEmpty ? nil : "")
            return Cell(column: column, text: shown, error: error)
        }
        return Row(line: record.line, cells: cells, errors: ofRow)
    }

    var html: HTML {
        tag(.section, .id("sheet"), .aria("labelledby", "sheet-heading")) {
            tag(.h2, .id("sheet-heading")) { "The table" }
            hidden(Self.idField, id)
            for text in others { notice(.bad, .test("error")) { text } }
            scrolled("The table with its errors") {
                tag(.table, .class("sheet"), .test("sheet")) {
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .class("number")) { "Line" }
                            for name in header { tag(.th) { name } }
                        }
                    }
                    tag(.tbody) { for row in rows { html(of: row) } }
                }
            }
            if wrongLeftOut > 0 { quiet { "\(wrongLeftOut) more rows with errors are shown once these are right." } }
            if leftOut > 0 { quiet { "\(leftOut) rows without errors are not shown." } }
        }
    }

    private func html(of row: Row) -> HTML {
        HTML {
            tag(.tr, row.cells.contains { $0.error != nil } ? .class("faulty") : nil) {
                tag(.td, .class("number")) { "\(row.line)" }
                for cell in row.cells { tag(.td) { html(of: cell, in: row) } }
            }
            if !row.errors.isEmpty {
                tag(.tr, .class("faulty")) {
                    tag(.td, .columnSpan(row.cells.count + 1)) {
                        tag(.p, .class("row-error tone-bad"), .id(Self.errorID(row.line)), .test("error")) {
                            row.errors.joined(separator: "; ")
                        }
                    }
                }
            }
        }
    }

    private func html(of cell: Cell, in row: Row) -> HTML {
        guard let error = cell.error else { return HTML(cell.text) }
        let name = Self.name(row.line, cell.column)
        let id = error.isEmpty ? Self.errorID(row.line) : "\(name)-error"
        return HTML {
            tag(
                .input, .name(name), .value(cell.text), .aria("label", "\(cell.column), line \(row.line)"),
                .aria("invalid", "true"), .aria("describedby", id), .noAutocomplete, .noCapitals, .noSpellcheck)
            if !error.isEmpty {
                tag(.p, .class("row-error tone-bad"), .id(id), .test("error")) { error }
            }
        }
    }

    private static func errorID(_ line: Int) -> String { "line-\(line)-error" }
}
