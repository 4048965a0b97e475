// SPDX-License-Identifier: Apache-2.0

import Codec

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
