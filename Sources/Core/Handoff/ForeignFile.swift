// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A file that people give by mistake where a transaction is expected, recognized by how it begins.
package enum ForeignFile: Hashable, Sendable, CaseIterable {
    case picture, pdf, spreadsheet, archive
    /// A table of payments as text.
    case table

    /// - Parameter bytes: the whole file.
    /// - Returns: nil for a text, and for a file of another kind.
    package init?(_ bytes: [UInt8]) {
        func begins(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
        if begins([0x89, 0x50, 0x4e, 0x47]) || begins([0xff, 0xd8, 0xff]) || begins(Array("GIF8".utf8))
            || begins(Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            self = .picture
        } else if begins(Array("%PDF-".utf8)) {
            self = .pdf
        } else if begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) {
            self = .spreadsheet
        } else if begins([0x50, 0x4b, 0x03, 0x04]) {
            // The names of the files inside are not compressed.
            let start = String(decoding: bytes.prefix(8192), as: UTF8.self)
            let names = ["xl/", "[Content_Types].xml", "opendocument.spreadsheet"]
            self = names.contains { start.contains($0) } ? .spreadsheet : .archive
        } else if Self.isTable(bytes) {
            self = .table
        } else {
            return nil
        }
    }

    /// Whether the first line names the columns that a table of payments has to have, whatever separates them.
    private static func isTable(_ bytes: [UInt8]) -> Bool {
        // Of UTF-16, the zeros are left out: names of columns are ASCII.
        let line = bytes.prefix(1000).prefix { $0 != 0x0a && $0 != 0x0d }.filter { $0 != 0 }
        // Every line of a batch comes here: most are JSON, or base64 without a separator.
        guard line.first != UInt8(ascii: "{"),
            line.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == 0x09 })
        else { return false }
        let cells = String(decoding: line, as: UTF8.self).lowercased().split { ",;\t".contains($0) }
        // Quotation marks, blanks, and what stands for a byte order mark.
        let names = cells.map { $0.filter { !"\" \u{feff}\u{fffd}".contains($0) } }
        return names.count > 1 && names.contains("destination") && names.contains("amount")
    }

    /// What it is, with its article.
    package var words: String {
        switch self {
        case .picture: "a picture"
        case .pdf: "a PDF document"
        case .spreadsheet: "a spreadsheet"
        case .archive: "a ZIP archive"
        case .table: "a table of payments"
        }
    }

    /// How to get at what is in it.
    package var hint: Wording {
        switch self {
        case .picture: "to read the codes in it: \(step: .scan)"
        case .pdf: "to read a code in it, make a picture of it: \(step: .scan)"
        case .spreadsheet:
            "save the table as CSV in the program that made it, and build from that: \(step: .build(.batch))"
        case .archive: "unpack it first"
        case .table: "build from it: \(step: .build(.batch))"
        }
    }
}
