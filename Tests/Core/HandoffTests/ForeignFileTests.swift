// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

/// Files that people give in place of a transaction, and texts that lost their end.
struct ForeignFileTests {
    private static func zip(_ name: String) -> [UInt8] {
        [0x50, 0x4b, 0x03, 0x04] + Array(repeating: 0, count: 26) + Array(name.utf8) + Array(repeating: 0xff, count: 40)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], .picture), ([0xff, 0xd8, 0xff, 0xe0], .picture),
            (Array("GIF89a".utf8), .picture), (Array("RIFF0000WEBPVP8 ".utf8), .picture),
            (Array("%PDF-1.7\n".utf8), .pdf), ([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], .spreadsheet),
            (zip("xl/workbook.xml"), .spreadsheet),
            (zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), .spreadsheet),
            (zip("photo.raw"), .archive), (Array("RIFF0000WAVEfmt ".utf8), nil), (Array("AAAA".utf8), nil),
            (Array("PK".utf8), nil), ([], nil), (Array("destination,amount,asset\r\nG,1,XLM".utf8), .table),
            (Array("\u{feff}\"Name\";\"Amount\"; Destination;asset\n".utf8), .table),
            ([0xff, 0xfe] + Array("amount\tdestination".utf16).flatMap { [UInt8($0), 0] }, .table),
            (Array("web+stellar:pay?destination=G&amount=1&msg=amount,destination".utf8), nil),
            (Array("destination amount".utf8), nil), (Array("{\"destination\":1,\"amount\":2}".utf8), nil),
            (Array("amount,asset\ndestination,1".utf8), nil),
        ] as [([UInt8], ForeignFile?)])
    func `is recognized by its first bytes`(bytes: [UInt8], kind: ForeignFile?) {
        #expect(ForeignFile(bytes) == kind)
    }

    private func failure(_ bytes: [UInt8]) throws -> Failure {
        try #require(throws: Failure.self) { try TransactionInput(bytes, origin: "file") }
    }

    @Test func `is answered with what it is and how to read it`() throws {
        let picture = try failure([0x89, 0x50, 0x4e, 0x47] + Array(repeating: 0x0a, count: 30))
        #expect(picture.kind == .badInput && picture.message == "file: this is a picture, not a transaction")
        #expect(picture.hint != nil)
        // Its bytes may look like several lines.
        let lines = try TransactionLines([0x89, 0x50, 0x4e, 0x47] + Array("\n{}\n{}\n".utf8), origin: "file")
        #expect(lines.count == 1)
    }

    private static let request = #"{"format": "coldstar-request", "version": 1, "id": "x"}"#

    @Test func `a text without its end was cut off, and the file has so many bytes`() throws {
        for length in [2, 10, 30, Self.request.utf8.count - 1] {
            let part = Array(Self.request.utf8.prefix(length))
            #expect(try failure(part).message == "file: cut off after \(length) bytes; copy it again")
        }
        #expect(try failure(Array("AAAAAgAAAAA=".utf8)).message == "file: cut off after 12 bytes; copy it again")
    }

    @Test func `a whole text with a fault, or one line among others, was not cut off`() throws {
        for text in [Self.request, #"{"format" "x"}"#, "[1,]", "{\"a\": 1}}"] {
            #expect(try !failure(Array(text.utf8)).message.contains("cut off"), "\(text)")
        }
        let first = Self.request.dropLast(2) + "}"
        let lines = try TransactionLines(Array("\(first)\n\(Self.request)\n{\"for".utf8), origin: "file")
        #expect(lines.count == 3)
        let failures = (0..<3).map { index in
            #expect(throws: Failure.self) { try lines.input(at: index) }?.message ?? ""
        }
        #expect(!failures[0].contains("cut off") && !failures[1].contains("cut off"))
        let size = "\(first)\n\(Self.request)\n{\"for".utf8.count
        #expect(failures[2] == "file:3: cut off after \(size) bytes; copy it again")
    }

    @Test func `a fault in JSON of several lines is told by line and column`() throws {
        let text = "\n{\n  \"a\": \"\u{e4}\u{e4}\" 1\n}"
        #expect(try failure(Array(text.utf8)).message.hasSuffix("in line 3, column 13"))
        #expect(try failure(Array("{\"a\" 1}".utf8)).message.hasSuffix("at byte offset 5"))
    }
}
