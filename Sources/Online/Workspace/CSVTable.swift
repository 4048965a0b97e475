// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Stellar

/// A table with a header line and columns in any order.
package struct CSVTable: Sendable {
    /// The lines after the header that have as many fields as the header.
    package let rows: [CSV.Record]
    /// What is wrong with the other lines: they are told together with what is in the cells.
    package let faults: InputDiagnostics
    /// The number of lines after the header.
    package let count: Int
    private let places: [String: Int]

    /// - Parameters:
    ///   - origin: the file's name, escaped, for errors.
    ///   - columns: the names allowed in the header.
    ///   - limit: the maximum number of lines after the header.
    package init(
        _ bytes: [UInt8], origin: String, columns: [String], required: [String], limit: Int
    ) throws(Failure) {
        if let file = ForeignFile(bytes), file != .table {
            let hint: Wording = file == .spreadsheet ? "save it as CSV in the program that made it" : file.hint
            throw Failure(.badInput, "\(origin): this is \(file.words), not a table", hint: hint)
        }
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
        count = records.count - 1
        var (rows, faults): ([CSV.Record], InputDiagnostics) = ([], InputDiagnostics(origin))
        rows.reserveCapacity(count)
        for row in records.dropFirst() {
            if row.fields.count != header.fields.count {
                faults.add(
                    line: row.line, "there are \(row.fields.count) fields, and the header has \(header.fields.count)")
            } else if let stray = row.fields.indices.first(where: {
                header.fields[$0].isEmpty && !row.fields[$0].isEmpty
            }) {
                faults.add(line: row.line, "column \(stray + 1) has content, but no name in the header")
            } else {
                rows.append(row)
            }
        }
        (self.rows, self.faults) = (rows, faults)
    }

    /// The place of a column in each row's fields; nil when the table has no such column.
    package func place(of column: String) -> Int? { places[column] }

    /// The cell; nil when the table has no such column.
    package subscript(_ column: String, _ row: CSV.Record) -> String? { places[column].map { row.fields[$0] } }

    private static func places(
        _ header: CSV.Record, _ origin: String, _ columns: [String], _ required: [String]
    ) throws(Failure) -> [String: Int] {
        let expected: Wording =
            "the first line names the columns, with commas, semicolons or tabs between: \(columns.joined(separator: ","))"
        var places: [String: Int] = [:]
        var faults: [String] = []
        // A spreadsheet writes columns whose content was deleted with an empty name.
        for (index, text) in header.fields.enumerated() {
            let name = text.lowercased().trimmingBlanks
            guard !name.isEmpty else { continue }
            if !columns.contains(name) {
                faults.append("\(TerminalText.escape(text)) is not a column")
            } else if places.updateValue(index, forKey: name) != nil {
                faults.append("the column \(name) is there twice")
            }
        }
        faults += required.filter { places[$0] == nil }.map { "the column \($0) is missing" }
        guard faults.isEmpty else {
            throw Failure(.badInput, "\(origin):1: \(faults.joined(separator: "; "))", hint: expected)
        }
        return places
    }
}

/// The errors in a file of many entries, reported together.
package struct InputDiagnostics: Sendable {
    private let origin: String
    private var found: [FailureDetail] = []
    private var codes: [FailureCode] = []
    /// The entries with errors.
    private var entries: Set<Int> = []

    /// - Parameter origin: the file's name, escaped.
    package init(_ origin: String) { self.origin = origin }

    package var isEmpty: Bool { found.isEmpty }

    /// One for each error, with the file's name and the line number, in the order of the lines.
    package var lines: [FailureDetail] {
        found.enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }

    /// - Parameter code: the network's, if it has one.
    package mutating func add(line: Int, column: String? = nil, code: String? = nil, _ message: Wording) {
        entries.insert(line)
        if let code { codes.append(FailureCode(code, operation: line - 1)) }
        found.append(FailureDetail(origin, line: line, column: column, message))
    }

    /// Adds what else was found wrong with lines of the file.
    package mutating func add(_ details: [FailureDetail]) {
        for detail in details {
            if let line = detail.line { add(line: line, column: detail.column, detail.text) }
        }
    }

    /// A cell of a table, for errors about it.
    package struct Cell {
        package let column: FieldID
        package let text: String
        /// Whom the line is about, as the table says; nil if it does not.
        package let person: String?

        package init(_ column: FieldID, _ text: String, person: String?) {
            (self.column, self.text, self.person) = (column, text, person)
        }

        /// The most characters of a cell that are shown.
        private static let shown = 60

        /// `amount "1e5" (Anna)`, without a text that holds a secret.
        var label: String {
            let bytes = Array(text.utf8)
            let isShown = !text.isEmpty && !SecretText.has(.written, in: bytes)
            let cut = text.count > Self.shown + 3 ? text.prefix(Self.shown) + "..." : text[...]
            return column.plain + (isShown ? " \"\(TerminalText.escape(String(cut)))\"" : "")
                + (person.map { " (\(ReadableText.name(String($0.prefix(Self.shown)))))" } ?? "")
        }
    }

    /// Records the error of a cell, with its text, and returns nil; rethrows errors that are not about the input.
    package mutating func collect<Value>(
        line: Int, _ cell: Cell, _ read: (FieldID, String) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        do { return try read(cell.column, cell.text) } catch {
            guard error.kind == .badInput || error.kind == .usage else { throw error }
            add(
                line: line, column: cell.column.plain,
                "\(cell.label): \(error.field == cell.column ? error.reason : error.wording)")
            return nil
        }
    }

    /// Records an entry's error and returns nil; rethrows errors that are not about the input (no network, no journal).
    package mutating func collect<Value>(line: Int, _ read: () throws(Failure) -> Value) throws(Failure) -> Value? {
        do { return try read() } catch {
            guard error.kind == .badInput || error.kind == .usage else { throw error }
            add(line: line, error.wording)
            return nil
        }
    }

    /// Throws a failure with all errors in its details, unless there are none.
    package func raise(of total: Int, _ what: String, hint: Wording? = nil) throws(Failure) {
        guard !found.isEmpty else { return }
        throw Failure(
            .badInput, "\(origin): \(entries.count) of \(total) \(what) cannot be used; nothing was done", hint: hint,
            details: lines, codes: codes)
    }
}

extension String {
    /// The text without blanks, tabs and ends of lines around it.
    package var trimmingBlanks: String {
        // Of most cells nothing is taken: a table has very many.
        guard let first = utf8.first, let last = utf8.last, Self.isBlank(first) || Self.isBlank(last) else {
            return self
        }
        let scalars = unicodeScalars
        let isOther: (Unicode.Scalar) -> Bool = { !$0.isASCII || !Self.isBlank(UInt8($0.value)) }
        guard let start = scalars.firstIndex(where: isOther), let end = scalars.lastIndex(where: isOther) else {
            return ""
        }
        return String(scalars[start...end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0d, 0x0a].contains(byte) }
}
