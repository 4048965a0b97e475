// SPDX-License-Identifier: Apache-2.0

import Markup

/// A chart as a figure: the picture, what it is based on, and its numbers in a table.
struct ChartView: Hashable, Sendable {
    let title: String
    /// What the chart is about, such as an account: tells the numbers of several charts apart.
    let subject: String
    /// What it is based on, and since when.
    let caption: String
    /// Our own SVG; nil when there is nothing to draw.
    let svg: HTML?
    let header: [PartView.Cell]
    let rows: [[PartView.Cell]]
    /// Says how many rows are left out; nil if none are.
    let more: String?

    /// - Parameters:
    ///   - numbers: columns of numbers.
    ///   - most: how many rows are shown.
    init(
        title: String, subject: String, caption: String, svg: HTML?, columns: [String], numbers: Set<Int>,
        rows: [[String]], most: Int
    ) {
        self.title = title
        self.subject = subject
        self.caption = caption
        self.svg = svg
        func cell(_ index: Int, _ text: String) -> PartView.Cell {
            PartView.Cell(text: text, isNumber: numbers.contains(index))
        }
        header = columns.enumerated().map { cell($0.offset, $0.element) }
        self.rows = rows.prefix(most).map { row in row.enumerated().map { cell($0.offset, $0.element) } }
        more = rows.count > most ? "\(rows.count - most) more are not in this table." : nil
    }

    var html: HTML {
        tag(.figure, .class("chart"), .test("chart")) {
            tag(.figcaption) { title }
            svg
            if !caption.isEmpty { tag(.p, .class("basis")) { caption } }
            if !rows.isEmpty { numbers }
        }
    }

    private var numbers: HTML {
        let whose = subject.isEmpty ? title : "\(title), \(subject)"
        return tag(.details) {
            tag(.summary) {
                "Numbers"
                tag(.span, .class("unseen")) { " of \(whose)" }
            }
            scrolled("Numbers of \(whose)") {
                tag(.table, .class("narrow")) {
                    tag(.thead) { tag(.tr) { for cell in header { cell.html(.th) } } }
                    tag(.tbody) { for row in rows { tag(.tr) { for cell in row { cell.html(.td) } } } }
                }
            }
            if let more { quiet { more } }
        }
    }
}
