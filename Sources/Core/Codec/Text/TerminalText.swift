// SPDX-License-Identifier: Apache-2.0

/// Untrusted text, made safe for a terminal, a log or an error line.
package enum TerminalText {
    /// Printable ASCII unchanged, the backslash doubled, and every other byte as `\xNN`. The output stands for exactly
    /// one sequence of bytes, and contains no escape sequence or direction mark.
    package static func escape(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"):
                text += [byte, byte]
            case 0x20...0x7e:
                text.append(byte)
            default:
                text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), Hex.digit(byte >> 4), Hex.digit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Escapes the UTF-8 bytes of a text.
    package static func escape(_ text: String) -> String { escape(text.utf8) }

    /// The lines of a text, which end in a line feed or, as in CSV, in a return and a line feed: together those are one
    /// `Character`, at which `split` would not find the line feed.
    package static func lines(of text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }

    /// One line as a terminal with `columns` columns wraps it, row by row; escape sequences (ESC [ ... letter) take no
    /// column.
    ///
    /// - Parameter line: text without line feeds, each character one column wide.
    package static func rows(of line: String, columns: Int) -> [String] {
        let columns = max(1, columns)
        if line.utf8.count <= columns { return [line] }
        var rows: [String] = []
        var row: [UInt8] = []
        var column = 0
        var isSequence = false
        for byte in line.utf8 {
            if byte == 0x1b {
                isSequence = true
            } else if isSequence {
                isSequence = !(UInt8(ascii: "A")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "[")
            } else {
                // The first byte of a character; the others begin with the bits 10.
                let isFirst = byte & 0xc0 != 0x80
                if isFirst, column == columns {
                    rows.append(String(decoding: row, as: UTF8.self))
                    row.removeAll(keepingCapacity: true)
                    column = 0
                }
                if isFirst { column += 1 }
            }
            row.append(byte)
        }
        rows.append(String(decoding: row, as: UTF8.self))
        return rows
    }
}

/// Quoting of text as one word of a command to copy. Text from anchors or files enters such a command only through this
/// type.
package enum ShellWord {
    private static let plainMarks = Array("._:/@%+=,-".utf8)

    /// The text unchanged if a shell reads it literally, otherwise in single quotes. Other than printable ASCII is
    /// escaped.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, !text.hasPrefix("-"), !text.hasPrefix("="), text.utf8.allSatisfy(isPlain) { return text }
        return "'" + TerminalText.escape(text).replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: plainMarks.contains(byte)
        }
    }
}
