// SPDX-License-Identifier: Apache-2.0

/// A part of a text for people. A front end decides how wide it is and how columns are separated.
package enum TextPart: Hashable, Sendable {
    case line(Wording)
    /// Rows of cells in columns; the first row may name the columns.
    ///
    /// - Parameters:
    ///   - rightAligned: the indices of columns with numbers.
    ///   - strong: the indices of columns that a terminal makes stand out.
    case table([[String]], rightAligned: Set<Int> = [], strong: Set<Int> = [])
    case item(TextItem)
    case finding(TextFinding)

    /// A table, or a line where there is nothing to list.
    package static func table(
        _ rows: [[String]], under header: [String]? = nil, rightAligned: Set<Int> = [], strong: Set<Int> = [],
        ifEmpty line: Wording
    ) -> TextPart {
        rows.isEmpty
            ? .line(line) : .table((header.map { [$0] } ?? []) + rows, rightAligned: rightAligned, strong: strong)
    }
}
