// SPDX-License-Identifier: Apache-2.0

/// Cells in columns, for people. The cells are printable ASCII.
package enum TextTable {
    /// The longest cell that others are aligned to, in characters. All rows get blanks for the widest of their column: without a
    /// limit an answer of some hundred kilobytes becomes hundreds of megabytes.
    package static let longestCell = 200

    /// A text of at most so many characters, with dots where some are left out.
    package static func cut(_ text: String) -> String {
        text.utf8.count <= longestCell ? text : String(text.prefix(longestCell - 3)) + "..."
    }

    /// Longer cells are cut; those at the end of a line are not, which nothing stands behind.
    ///
    /// - Parameter rightAligned: columns of numbers.
    package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let last = rightAligned.contains(columns - 1) ? columns : columns - 1
        let rows = rows.map { row in row.enumerated().map { $0 < last ? cut($1) : $1 } }
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].utf8.count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                guard column < last else {
                    line += (line.isEmpty ? "" : "  ") + cell
                    continue
                }
                let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
                line += (line.isEmpty ? "" : "  ") + (rightAligned.contains(column) ? blanks + cell : cell + blanks)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
