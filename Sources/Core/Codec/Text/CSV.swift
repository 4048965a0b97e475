// SPDX-License-Identifier: Apache-2.0

/// Comma-separated values: a strict reader and a writer.
///
/// The reader also takes semicolons or tabs between the fields, if the first line has no comma outside of quotation
/// marks, and UTF-16 that begins with a byte order mark: spreadsheets write both. Lines end with LF or CRLF. A quoted
/// field may contain commas, line ends and doubled quotation marks. Blanks belong to their field. Empty lines are
/// skipped, and so is a byte order mark. A field that a spreadsheet would evaluate is written with an apostrophe in
/// front, which the reader removes.
///
/// - Source: RFC 4180.
package enum CSV {
    package struct Record: Hashable, Sendable {
        /// The line on which the record begins, counted from 1.
        package let line: Int
        package let fields: [String]
    }

    /// The maximum number of fields in a record. Far more than any table that Coldstar reads has.
    package static let mostFields = 100
    /// The maximum number of fields in all records together: a field costs more memory than the comma that ends it.
    package static let mostCells = 2_000_000

    /// All records, including the header. Stops at the first field beyond a limit, whatever the size of the input.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of records.
    ///   - skipsBlank: whether to leave out records whose fields are all empty or blank, which spreadsheets write for
    ///     rows whose content was deleted. Their fields count.
    package static func read(_ bytes: [UInt8], limit: Int, cells mostCells: Int = mostCells, skipsBlank: Bool = false)
        throws(CSVError) -> [Record]
    {
        var reader = CSVReader(try utf8(bytes))
        var records: [Record] = []
        var cells = 0
        while let record = try reader.next() {
            cells += record.fields.count
            guard cells <= mostCells else { throw .tooManyCells(line: record.line, limit: mostCells) }
            guard !skipsBlank || !isBlank(record.fields) else { continue }
            guard records.count < limit else { throw .tooManyRecords(limit: limit) }
            var fields = record.fields
            for index in fields.indices where fields[index].utf8.first == UInt8(ascii: "'") {
                fields[index] = restored(fields[index])
            }
            records.append(Record(line: record.line, fields: fields))
        }
        return records
    }

    /// The text in UTF-8; a text with a byte order mark of UTF-16 is converted.
    private static func utf8(_ bytes: [UInt8]) throws(CSVError) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xff, 0xfe])
        guard isLittle || bytes.starts(with: [0xfe, 0xff]) else { return bytes }
        guard bytes.count % 2 == 0 else { throw .notUTF16 }
        let units = stride(from: 2, to: bytes.count, by: 2).map { offset -> UInt16 in
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw .notUTF16 }
        return Array(text.utf8)
    }

    private static func isBlank(_ fields: [String]) -> Bool {
        fields.allSatisfy { $0.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    }

    /// One line, without its line end. Fields are quoted where necessary, and neutralized where they could be formulas.
    package static func line(_ fields: [String]) -> String {
        fields.map { quoted(neutralized($0)) }.joined(separator: ",")
    }

    /// Compares bytes: to Swift, a quotation mark with a combining accent is another character, but it still ends a
    /// field.
    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: special.contains) else { return field }
        let quote = UInt8(ascii: "\"")
        return String(
            decoding: [quote] + field.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote], as: UTF8.self)
    }

    private static let special: [UInt8] = [
        UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        // A spreadsheet may begin another cell here, and with it a formula.
        UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
    ]
}

private struct CSVReader {
    private let bytes: [UInt8]
    /// Whether the whole input is UTF-8. Then so is every field, since ASCII characters delimit the fields.
    private let isUTF8: Bool
    private var offset = 0
    private var line = 1
    /// The number of fields in the previous record, for which the next one reserves room.
    private var width = 0

    /// What ends a field: a comma, semicolon or tab.
    private var separator = comma

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        if bytes.starts(with: mark) { offset = mark.count }
        separator = Self.separator(in: bytes[offset...])
    }

    /// The separator that the first line has outside of quotation marks: a comma before a semicolon, and that before a
    /// tab.
    private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
        let others = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var isQuoted = false
        var found: Set<UInt8> = []
        for byte in bytes {
            if byte == quote { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == comma { return comma }
            // Empty lines before the header are skipped.
            if byte == newline, !found.isEmpty { break }
            if others.contains(byte) { found.insert(byte) }
        }
        return others.first(where: found.contains) ?? comma
    }

    /// The next record; nil at the end.
    mutating func next() throws(CSVError) -> CSV.Record? {
        while try endLine() {}
        guard offset < bytes.count else { return nil }
        let start = line
        var fields: [String] = []
        fields.reserveCapacity(width)
        repeat {
            guard fields.count < CSV.mostFields else { throw .tooManyFields(line: start, limit: CSV.mostFields) }
            fields.append(try field())
        } while try passSeparator()
        width = fields.count
        return CSV.Record(line: start, fields: fields)
    }

    /// Skips a separator, or else the line end; returns whether another field follows.
    private mutating func passSeparator() throws(CSVError) -> Bool {
        guard offset < bytes.count, bytes[offset] == separator else {
            _ = try endLine()
            return false
        }
        offset += 1
        return true
    }

    private mutating func endLine() throws(CSVError) -> Bool {
        guard offset < bytes.count else { return false }
        switch bytes[offset] {
        case Self.newline: offset += 1
        case Self.carriageReturn:
            guard offset + 1 < bytes.count, bytes[offset + 1] == Self.newline else { throw .carriageReturn(line: line) }
            offset += 2
        default: return false
        }
        line += 1
        return true
    }

    private mutating func field() throws(CSVError) -> String {
        guard offset < bytes.count, bytes[offset] == Self.quote else { return try plainField() }
        return try quotedField()
    }

    private mutating func plainField() throws(CSVError) -> String {
        let start = offset
        offset = bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, bytes[end] != separator, !Self.isSyntax(bytes[end]) { end += 1 }
            return end
        }
        if offset < bytes.count, bytes[offset] == Self.quote { throw .strayQuote(line: line) }
        return try text(bytes[start..<offset])
    }

    /// Whether a byte other than the separator ends a plain field, or is not allowed in one. The quotation mark is the
    /// last of these in ASCII.
    private static func isSyntax(_ byte: UInt8) -> Bool {
        byte <= quote && (byte == newline || byte == carriageReturn || byte == quote)
    }

    private mutating func quotedField() throws(CSVError) -> String {
        let opening = line
        offset += 1
        var content: [UInt8] = []
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            guard byte == Self.quote else {
                if byte == Self.newline { line += 1 }
                content.append(byte)
                continue
            }
            guard offset < bytes.count, bytes[offset] == Self.quote else {
                let ends: [UInt8] = [separator, Self.newline, Self.carriageReturn]
                guard offset == bytes.count || ends.contains(bytes[offset]) else { throw .afterQuote(line: line) }
                return try text(content[...])
            }
            content.append(byte)
            offset += 1
        }
        throw .openQuote(line: opening)
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(CSVError) -> String {
        if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(line: line) }
        return text
    }
}

extension CSV {
    /// The field, with an apostrophe in front if a spreadsheet would take it for a formula.
    static func neutralized(_ field: String) -> String { mayBeFormula(field) ? "'" + field : field }

    /// The field without the apostrophe that `neutralized` adds.
    static func restored(_ field: String) -> String {
        field.unicodeScalars.first == "'" && mayBeFormula(field) ? String(field.unicodeScalars.dropFirst()) : field
    }

    /// Whether a spreadsheet may evaluate the field: its first character, after blanks and quotation marks, begins a
    /// formula, or is a tab or line end, which some programs drop. A leading apostrophe is skipped too, so that fields
    /// that begin with one read back unchanged.
    ///
    /// - Source: OWASP, CSV Injection.
    private static func mayBeFormula(_ field: String) -> Bool {
        for scalar in field.unicodeScalars {
            switch scalar {
            case "=", "+", "-", "@", "\t", "\r", "\n", "\u{b}", "\u{c}", "\u{2212}", "\u{fe62}", "\u{fe63}", "\u{fe66}",
                "\u{fe6b}", "\u{ff0b}", "\u{ff0d}", "\u{ff1d}", "\u{ff20}":
                return true
            case "'", "\"", "`", "\u{2018}"..."\u{201f}", "\u{ff02}", "\u{ff07}": continue
            case _ where scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint: continue
            case "\u{0}"..."\u{1f}": continue
            default: return false
            }
        }
        return false
    }
}

/// Why a text is not valid CSV. Lines are counted from 1.
package enum CSVError: Error, Hashable {
    case notUTF8(line: Int)
    case notUTF16
    /// A quotation mark that is not closed; `line` is where it opens.
    case openQuote(line: Int)
    /// A quotation mark inside a field that does not begin with one.
    case strayQuote(line: Int)
    /// Text between a closing quotation mark and the next separator.
    case afterQuote(line: Int)
    /// A carriage return that does not end a line.
    case carriageReturn(line: Int)
    case tooManyRecords(limit: Int)
    /// More fields in one record than any table has.
    case tooManyFields(line: Int, limit: Int)
    /// More fields in all records together; `line` is where the limit is passed.
    case tooManyCells(line: Int, limit: Int)

    package var message: String {
        switch self {
        case .notUTF8(let line): "line \(line) is not UTF-8 text"
        case .notUTF16: "this begins like UTF-16 text and is not; save it as UTF-8"
        case .openQuote(let line): "the quotation mark in line \(line) is never closed"
        case .strayQuote(let line): "line \(line) has a quotation mark inside a field; quote the whole field"
        case .afterQuote(let line): "line \(line) has text behind a closing quotation mark"
        case .carriageReturn(let line): "line \(line) has a carriage return inside"
        case .tooManyRecords(let limit): "there are more than \(limit) lines"
        case .tooManyFields(let line, let limit): "line \(line) has more than \(limit) fields"
        case .tooManyCells(let line, let limit):
            "there are more than \(limit) fields up to line \(line); divide the file"
        }
    }
}

/// Detects the byte order mark that some editors write, invisibly, before a text.
package enum ByteOrderMark {
    package static let message = "a byte order mark at byte offset 0: save it as UTF-8 without one"

    /// Whether the bytes begin with a byte order mark, in UTF-8 or in either order of UTF-16.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe]].contains { bytes.starts(with: $0) }
    }
}
