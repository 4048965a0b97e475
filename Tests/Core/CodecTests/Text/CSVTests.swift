// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct CSVTests {
    private static func read(_ text: String) throws -> [[String]] {
        try CSV.read(Array(text.utf8), limit: 100).map(\.fields)
    }

    @Test(
        arguments: [
            ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), ("", []),
            ("a", [["a"]]), (",", [["", ""]]), ("a,\n", [["a", ""]]), ("\n\n a , b \n\n", [[" a ", " b "]]),
            ("\"a\",\"\"\n", [["a", ""]]), ("\"a,b\",\"c\"\"d\"\"\"\n", [["a,b", "c\"d\""]]),
            ("\"two\r\nlines\",x\n", [["two\r\nlines", "x"]]), ("\u{feff}a,b\n", [["a", "b"]]),
            ("\u{e4}\u{65e5},\"\u{1f600}\"", [["\u{e4}\u{65e5}", "\u{1f600}"]]), ("a\n\"\"\nb", [["a"], [""], ["b"]]),
        ] as [(String, [[String]])])
    func `parses records and quoted fields`(text: String, fields: [[String]]) throws {
        #expect(try Self.read(text) == fields)
    }

    @Test(
        arguments: [
            ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]), ("a\tb\n1;5\t2,5\n", [["a", "b"], ["1;5", "2,5"]]),
            ("a;b,c\n", [["a;b", "c"]]), ("a\tb;c\n", [["a\tb", "c"]]),
            ("\"a,x\";b\n\"1\";\"2;3\"\n", [["a,x", "b"], ["1", "2;3"]]),
            ("\n\r\na;b\nc;d", [["a", "b"], ["c", "d"]]),
            ("a\nb;c\n", [["a"], ["b", "c"]]), ("\u{feff}a;b\n", [["a", "b"]]),
        ] as [(String, [[String]])])
    func `separates fields as the first line does`(text: String, fields: [[String]]) throws {
        #expect(try Self.read(text) == fields)
    }

    private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        ([0xfeff] + Array(text.utf16)).flatMap { unit in
            isLittle ? [UInt8(unit & 0xff), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xff)]
        }
    }

    @Test(arguments: [true, false])
    func `reads UTF-16 with a byte order mark, as spreadsheets write it`(isLittle: Bool) throws {
        let bytes = Self.utf16("n\u{e4}me\tb\r\n\u{1f600}\t\"x\ty\"\r\n", isLittle: isLittle)
        #expect(
            try CSV.read(bytes, limit: 9).map(\.fields) == [["n\u{e4}me", "b"], ["\u{1f600}", "x\ty"]])
        for wrong in [bytes.dropLast(), bytes + (isLittle ? [0, 0xd8] : [0xd8, 0])] {
            #expect(throws: CSVError.notUTF16) { try CSV.read(Array(wrong), limit: 9) }
        }
    }

    @Test(arguments: [
        ",,,\n", ",,,\r\n", " , ,\t,\n", "\"\",\"\"\n", "\" \",\n", "   \n", "\t\r\n", ",\n,,\n,,,\n",
    ])
    func `skips rows whose content was deleted, and counts their lines`(rows: String) throws {
        let read = try CSV.read(Array("a,b\n\(rows)c,d\n\(rows)".utf8), limit: 2, skipsBlank: true)
        let skipped = rows.utf8.count { $0 == UInt8(ascii: "\n") }
        #expect(read.map(\.fields) == [["a", "b"], ["c", "d"]] && read.map(\.line) == [1, 2 + skipped])
    }

    @Test(arguments: [",x,,\n", "0,,\n", "\u{a0},\n", "\"\n\",\n", "'\n"])
    func `keeps a row with any content`(row: String) throws {
        #expect(try CSV.read(Array(("a,b\n" + row).utf8), limit: 2, skipsBlank: true).count == 2)
    }

    @Test(
        arguments: [
            ("a\n\"b", .openQuote(line: 2)), ("\"a\nb\nc", .openQuote(line: 1)), ("a\"b", .strayQuote(line: 1)),
            ("x\n\"a\"b", .afterQuote(line: 2)), ("\"a\" ,b", .afterQuote(line: 1)), ("a\rb", .carriageReturn(line: 1)),
            ("a,b\r", .carriageReturn(line: 1)), ("\"a\"\rb", .carriageReturn(line: 1)),
        ] as [(String, CSVError)])
    func `rejects malformed quotes and line ends with the line number`(text: String, error: CSVError) {
        #expect(throws: error) { try Self.read(text) }
    }

    @Test(arguments: [[0xff], [0x61, 0x0a, 0xc3], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xc0, 0x80]] as [[UInt8]])
    func `rejects invalid UTF-8 with the line number`(bytes: [UInt8]) {
        let line = bytes.contains(0x0a) ? 2 : 1
        #expect(throws: CSVError.notUTF8(line: line)) { try CSV.read(bytes, limit: 9) }
    }

    @Test func `records carry the number of their first line`() throws {
        let records = try CSV.read(Array("h\n\n\"a\nb\"\nc\r\nd".utf8), limit: 9)
        #expect(records.map(\.line) == [1, 3, 5, 6])
    }

    @Test func `rejects more records than the limit`() throws {
        #expect(try CSV.read(Array("1\n2\n3\n".utf8), limit: 3).count == 3)
        #expect(throws: CSVError.tooManyRecords(limit: 2)) { try CSV.read(Array("1\n2\n3\n".utf8), limit: 2) }
    }

    @Test func `rejects a record with more fields than the limit, and names its line`() throws {
        let widest = String(repeating: ",", count: CSV.mostFields - 1)
        #expect(try Self.read(widest)[0].count == CSV.mostFields)
        for text in ["x\n\(widest),", "x\n\(widest),\"", "x\n\(widest)\(widest)\(widest)"] {
            #expect(throws: CSVError.tooManyFields(line: 2, limit: CSV.mostFields)) { try Self.read(text) }
        }
    }

    @Test func `rejects a line of millions of commas at its first field too many`() {
        // A quotation mark inside a field, far behind: an error that is never reached.
        let line = [UInt8](repeating: UInt8(ascii: ","), count: 8 << 20) + Array("a\"".utf8)
        #expect(throws: CSVError.tooManyFields(line: 1, limit: CSV.mostFields)) { try CSV.read(line, limit: 9) }
    }

    @Test func `rejects more fields in all than the limit, and says where`() throws {
        let text = Array("a,b\n,\n,\n".utf8)
        #expect(try CSV.read(text, limit: 9, cells: 6).count == 3)
        #expect(throws: CSVError.tooManyCells(line: 3, limit: 5)) { try CSV.read(text, limit: 9, cells: 5) }
    }

    @Test(arguments: [["a", "b"], ["", ""], ["a,b", "c\"d", "e\nf", "g\r"], ["\"", "\"\""], [" a "]])
    func `round-trips fields`(fields: [String]) throws {
        #expect(try Self.read(CSV.line(fields)) == [fields])
    }

    @Test func `quotes only fields that need it`() {
        #expect(CSV.line(["a b", "c,d", "e\"f"]) == "a b,\"c,d\",\"e\"\"f\"")
    }

    private static let formulas = [
        "=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "=", "-", " =1", "  +1", "\u{a0}=1", "\"=1", "'=1", "''=1",
        "' \t=1",
        "\u{200b}=1", "\u{feff}=1", "\u{ff1d}1", "\u{ff0b}1", "\u{ff0d}1", "\u{ff20}x", "\u{2212}1", "\u{2019}=1",
        "=\u{301}1",
        "=cmd|' /C calc'!A0", "=HYPERLINK(\"http://x\",\"y\")", "-2+3+cmd|' /C calc'!A0", "@\u{1}", "\u{1}=1",
        "=\"a\",b\nc",
    ]

    @Test(arguments: formulas) func `a formula is written as text and reads back unchanged`(field: String) throws {
        let line = CSV.line(["a", field, "b"])
        #expect(line.hasPrefix("a,'") || line.hasPrefix("a,\"'"))
        #expect(try Self.read(line) == [["a", field, "b"]])
        #expect(try Self.read(CSV.line([field])) == [[field]])
    }

    @Test(arguments: [
        "a=1", "1-1", "", " ", "'", "''", "'a", "' a", "100", "GABC", "name@example.com", "\"a\"", "\u{1f600}=",
        "x\n=1",
    ])
    func `a field that is not a formula round-trips without an added apostrophe`(field: String) throws {
        #expect(try Self.read(CSV.line([field, "x"])) == [[field, "x"]])
        #expect(!CSV.line([field, "x"]).hasPrefix("''") || field.hasPrefix("''"))
    }

    @Test func `reading removes an apostrophe only before a formula`() throws {
        #expect(try Self.read("'=1,'a,\"'-5\",''=1,'\n") == [["=1", "'a", "-5", "'=1", "'"]])
    }

    @Test func `round-trips random fields`() throws {
        let alphabet = Array("=+-@'\"\t\r\n ,;a1\u{301}\u{ff1d}\u{200b}".unicodeScalars)
        var state: UInt64 = 42
        for _ in 0..<5_000 {
            var field = String.UnicodeScalarView()
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            for place in 0..<Int(state % 7) {
                field.append(alphabet[Int((state >> UInt64(8 * place)) % UInt64(alphabet.count))])
            }
            let fields = [String(field), "x"]
            #expect(
                try Self.read(CSV.line(fields)).first.map { $0.map { Array($0.utf8) } } == fields.map { Array($0.utf8) }
            )
        }
    }
}
