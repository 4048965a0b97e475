// SPDX-License-Identifier: Apache-2.0

/// A chart as a figure: the picture, what it is based on, and its numbers in a table.
struct ChartView: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        let text: String
        let isNumber: Bool
        /// The column's heading, for narrow screens.
        let label: String
    }

    struct Row: Hashable, Sendable { let cells: [Cell] }

    let title: String
    /// What the chart is about, such as an account: tells the numbers of several charts apart.
    let subject: String
    /// What it is based on, and since when.
    let caption: String
    /// Our own SVG; nil when there is nothing to draw.
    let svg: String?
    let header: [Cell]
    let rows: [Row]
    let hasRows: Bool
    /// Says how many rows are left out; nil if none are.
    let more: String?

    /// - Parameters:
    ///   - numbers: columns of numbers.
    ///   - most: how many rows are shown.
    init(
        title: String, subject: String, caption: String, svg: String?, columns: [String], numbers: Set<Int>,
        rows: [[String]], most: Int
    ) {
        self.title = title
        self.subject = subject
        self.caption = caption
        self.svg = svg
        func cell(_ index: Int, _ text: String) -> Cell {
            Cell(text: text, isNumber: numbers.contains(index), label: index < columns.count ? columns[index] : "")
        }
        header = columns.enumerated().map { cell($0.offset, $0.element) }
        self.rows = rows.prefix(most).map { row in Row(cells: row.enumerated().map { cell($0.offset, $0.element) }) }
        hasRows = !rows.isEmpty
        more = rows.count > most ? "\(rows.count - most) more are not in this table." : nil
    }
}
