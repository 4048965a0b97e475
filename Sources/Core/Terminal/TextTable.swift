// SPDX-License-Identifier: Apache-2.0

/// Layout of cells in aligned columns. The cells are printable ASCII.
package enum TextTable {
    /// The longest cell used for alignment, in characters. Rows are padded to the widest cell of a column: without a
    /// limit, a response of some hundred kilobytes would become hundreds of megabytes.
    package static let longestCell = 200

    /// The text shortened to `longestCell` characters, ending in dots if shortened.
    package static func cut(_ text: String) -> String {
        text.utf8.count <= longestCell ? text : String(text.prefix(longestCell - 3)) + "..."
    }

    /// The lines of the table. Cells longer than `longestCell` are shortened, except the last of a line, which needs no padding.
    ///
    /// - Parameter rightAligned: the indices of right-aligned columns, for numbers.
    package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        cells(rows, rightAligned: rightAligned).map { row in
            var line = row.joined()
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    /// The cells of each line with the blanks between them; empty columns have none.
    static func cells(_ rows: [[String]], rightAligned: Set<Int>) -> [[String]] {
        let columns = rows.map(\.count).max() ?? 0
        let last = rightAligned.contains(columns - 1) ? columns : columns - 1
        let rows = rows.map { row in row.enumerated().map { $0 < last ? cut($1) : $1 } }
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].utf8.count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var isFirst = true
            return row.enumerated().map { column, cell in
                guard widths[column] > 0 else { return "" }
                defer { isFirst = false }
                let gap = isFirst ? "" : "  "
                guard column < last else { return gap + cell }
                let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
                return gap + (rightAligned.contains(column) ? blanks + cell : cell + blanks)
            }
        }
    }
}
