// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A table with a header line and columns in any order.
package struct CSVTable: Sendable {
    /// The lines after the header, all with as many fields as the header.
    package let rows: [CSV.Record]
    private let places: [String: Int]

    /// - Parameters:
    ///   - origin: the file's name, escaped, for errors.
    ///   - columns: the names allowed in the header.
    ///   - limit: the maximum number of lines after the header.
    package init(
        _ bytes: [UInt8], origin: String, columns: [String], required: [String], limit: Int
    ) throws(Failure) {
        let records: [CSV.Record]
        do { records = try CSV.read(bytes, limit: limit + 1, skipsBlank: true) } catch {
            if case .tooManyRecords = error {
                throw Failure(.badInput, "\(origin): there are more than \(limit) lines; divide the file")
            }
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        guard let header = records.first else {
            throw Failure(
                .badInput, "\(origin): the file is empty", hint: "the first line is \(columns.joined(separator: ","))")
        }
        places = try Self.places(header, origin, columns, required)
        rows = Array(records.dropFirst())
        var diagnostics = InputDiagnostics(origin)
        for row in rows {
            if row.fields.count != header.fields.count {
                diagnostics.add(
                    line: row.line, "there are \(row.fields.count) fields, and the header has \(header.fields.count)")
            } else if let stray = row.fields.indices.first(where: {
                header.fields[$0].isEmpty && !row.fields[$0].isEmpty
            }) {
                diagnostics.add(line: row.line, "column \(stray + 1) has content, but no name in the header")
            }
        }
        try diagnostics.raise(of: rows.count, "lines")
    }

    /// The cell; nil when the table has no such column.
    package subscript(_ column: String, _ row: CSV.Record) -> String? { places[column].map { row.fields[$0] } }

    private static func places(
        _ header: CSV.Record, _ origin: String, _ columns: [String], _ required: [String]
    ) throws(Failure) -> [String: Int] {
        let expected: Wording =
            "the first line names the columns, with commas between: \(columns.joined(separator: ","))"
        var places: [String: Int] = [:]
        // A spreadsheet writes columns whose content was deleted with an empty name.
        for (index, name) in header.fields.enumerated() where !name.isEmpty {
            guard columns.contains(name) else {
                throw Failure(.badInput, "\(origin):1: \(TerminalText.escape(name)) is not a column", hint: expected)
            }
            guard places.updateValue(index, forKey: name) == nil else {
                throw Failure(.badInput, "\(origin):1: the column \(name) is there twice", hint: expected)
            }
        }
        for name in required where places[name] == nil {
            throw Failure(.badInput, "\(origin):1: the column \(name) is missing", hint: expected)
        }
        return places
    }
}
