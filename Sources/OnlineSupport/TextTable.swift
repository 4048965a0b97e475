// SPDX-License-Identifier: Apache-2.0

/// Cells in columns, for people. The cells are printable ASCII.
package enum TextTable {
    /// - Parameter rightAligned: columns of numbers.
    package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].utf8.count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
                line += (line.isEmpty ? "" : "  ") + (rightAligned.contains(column) ? blanks + cell : cell + blanks)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
