// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Testing

struct TOMLTests {
    private static func parse(_ text: String) throws(TOMLError) -> TOMLTable { try TOML.parse(Array(text.utf8)) }

    private static func value(_ text: String) throws(TOMLError) -> TOML? { try parse("v = \(text)\n")["v"] }

    /// The value at a path of keys; a number is an array index.
    private static func find(_ path: String, _ text: String) throws(TOMLError) -> TOML? {
        var found = TOML.table(try parse(text))
        for part in path.split(separator: "/") {
            let next = Int(part).flatMap { found.asArray?[$0] } ?? found.asTable?[String(part)]
            guard let next else { return nil }
            found = next
        }
        return found
    }

    @Test(arguments: [
        ("\"a\\tb\\\"\\\\\\u00e9\\U0001F600\"", "a\tb\"\\é😀"), ("'C:\\x'", "C:\\x"), ("\"\"", ""), ("''", ""),
        ("\"\"\"\na\r\nb\"\"\"", "a\nb"), ("\"\"\"a \\\n\n   b\"\"\"", "a b"), ("\"\"\"a \\   \n b\"\"\"", "a b"),
        ("\"\"\"\"quoted\"\"\"\"\"", "\"quoted\"\""), ("'''\na'b''c'''''", "a'b''c''"), ("\"\"\"\"\"\"", ""),
        ("\"tab\tinside # no comment\"", "tab\tinside # no comment"),
    ])
    func `reads the four forms of strings`(text: String, expected: String) throws {
        #expect(try Self.value(text) == .string(expected))
    }

    @Test(arguments: [
        ("0", 0), ("+99", 99), ("-17", -17), ("1_000", 1000), ("0xDEAD_beef", 0xdead_beef), ("0o755", 0o755),
        ("0b1101", 13), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("-0", 0),
    ])
    func `reads integers`(text: String, expected: Int64) throws {
        #expect(try Self.value(text) == .integer(expected))
    }

    @Test(arguments: [
        ("3.14", 3.14), ("-0.01", -0.01), ("5e+22", 5e22), ("1e06", 1e6), ("6.626e-34", 6.626e-34), ("inf", .infinity),
        ("-inf", -.infinity), ("9_224.5", 9224.5), ("1e999", .infinity),
    ])
    func `reads floats`(text: String, expected: Double) throws {
        #expect(try Self.value(text) == .float(expected))
    }

    @Test(arguments: [
        "1979-05-27", "07:32:00", "00:32:00.999999", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00-07:00",
        "1979-05-27t00:32:00.5+01:00", "2024-02-29", "1987-07-05T17:45:56", "23:59:60",
    ])
    func `keeps the text of dates and times`(text: String) throws {
        #expect(try Self.value(text) == .time(text))
    }

    @Test(arguments: [
        ("a/b/c", "[a.b]\nc = true"), ("a/b/c", "a.b.c = true"), ("a/b/c", "a = { b = { c = true } }"),
        ("a/b/c", "a = { b.c = true }"), ("a/b/c", "[a]\nb.c = true"), ("a/b/c", "[a.b.x]\n[a.b]\nc = true"),
        ("a/b/c", "[ a . \"b\" ]\n'c' = true"), ("a/1/c", "[[a]]\n[[a]]\nc = true"),
        ("a/0/b/1/c", "[[a]]\n[[a.b]]\n[[a.b]]\nc = true"), ("a/0/b/c", "[[a]]\n[a.b]\nc = true"),
        ("a/2", "a = [1, # one\n [],\n true,\n]"), ("1234", "1234 = true"), ("a/b", "[a]\r\nb = true # end\r\n"),
    ])
    func `finds values by tables, arrays of tables and dotted keys`(path: String, text: String) throws {
        #expect(try Self.find(path, text) == .bool(true))
    }

    @Test(arguments: [
        "[[[", "[é", "[[", "[", "]", "[]", "[a", "[a.]", "[.a]", "[[a]", "[a]]", "[a] b", "[a]\n[a]", "a", "a =", "= 1",
        "a = 1 2", "a = 1 b = 2", "a = 1\na = 2", "a.b = 1\na = 2", "a = 1\na.b = 2", "[a]\nb = 1\n[a.b]",
        "a = {}\n[a]",
        "a = {}\na.b = 1", "a = [{}]\n[[a]]", "a = []\n[[a]]", "[[a]]\n[a]", "[a]\n[[a]]", "[a.b]\n[a]\nb.c = 1",
        "a = {b = 1, b = 2}", "a = {b = {c = 1}, b.d = 2}", "a = {,}", "a = {b = 1,}", "a = {b = 1\n}", "a = {b = 1",
        "a = [1 2]", "a = [,]", "a = [1,,2]", "a = [", "a = [1", "a = \"x", "a = 'x", "a = \"\"\"x", "a = '''x\n",
        "a = \"x\ny\"", "a = \"\\x\"", "a = \"\\u12\"", "a = \"\\ud800\"", "a = \"\\U00110000\"", "a = \"\u{1}\"",
        "a = \"\"\"\"\"\"\"\"\"", "a = \"\\", "# \u{0}", "# \u{7f}", "a = \"x\u{0}\"", "a = 1\r", "a = 1\rb = 2",
        "a = 01", "a = 1.", "a = .5",
        "a = 1.e5",
        "a = 1e", "a = _1", "a = 1_", "a = 1__2", "a = +0x1", "a = 0x", "a = 0xg", "a = 0b2", "a = 1e5.5", "a = --1",
        "a = 9223372036854775808", "a = -9223372036854775809", "a = 99999999999999999999999", "a = True", "a = nil",
        "a = 2023-02-29", "a = 2023-02-30", "a = 2023-13-01", "a = 24:00:00", "a = 12:00",
        "a = 2023-01-01T12:00:00+25:00", "a = ٣",
        "a = 2023-1-1", "a = 1 # \u{b}", "a.b.c = 1\n[a]", "<html></html>", "a = \u{feff}1", "a = 12:00:00Z",
    ])
    func `rejects text that is not TOML 1.0`(text: String) {
        #expect(throws: TOMLError.self) { try Self.parse(text) }
    }

    @Test(arguments: [
        ("[[[", 1), ("[é", 1), ("a = 1\n[[é]]", 2), ("a = 1\n\n[é", 3), ("a = 1\r\nb = x", 2), ("a = [\n1,\n2\n", 1),
        ("a = \"\"\"\n\n", 1),
        ("a = \"\"\"\n\n\"\"\"\n[", 4), ("a = [\n# one\n1 2]", 3), ("a = \"\"\"\\\n\n\n\"\"\"\nb", 5),
    ])
    func `names the line of the error`(text: String, line: Int) {
        let error = #expect(throws: TOMLError.self) { try Self.parse(text) }
        #expect(error?.line == line)
    }

    @Test func `rejects invalid UTF-8 and reports its line`() {
        for bytes: [UInt8] in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]] {
            let error = #expect(throws: TOMLError.self) { try TOML.parse(Array("a = 1\n# ".utf8) + bytes) }
            #expect(error?.line == 2 && error?.reason == "not UTF-8 text")
        }
    }

    @Test func `skips one byte order mark`() throws {
        #expect(try Self.parse("\u{feff}a = 1\r\n")["a"] == .integer(1))
        #expect(throws: TOMLError.self) { try Self.parse("\u{feff}\u{feff}a = 1") }
    }

    @Test func `distinguishes keys byte for byte`() throws {
        let table = try Self.parse("\"\u{e9}\" = 1\n\"e\u{301}\" = 2\n")
        #expect(table.keys.count == 2 && table["\u{e9}"] == .integer(1) && table["e\u{301}"] == .integer(2))
    }

    @Test(arguments: [
        ("", "[", ""), ("a = ", "[", "]"), ("a = ", "{a=", "}"), ("", "a.", "a = 1"), ("[", "a.", "a]"),
        ("a = {", "a.", "a = 1}"), ("[[", "a.", "a]]"), ("a = ", "[{a=", ""), ("", "\"\".", "a"),
    ])
    func `limits nesting in every notation`(start: String, unit: String, end: String) {
        for count in [65, 5_000, 100_000] {
            let text = start + String(repeating: unit, count: count) + "1" + end
            #expect(throws: TOMLError.self) { try Self.parse(text) }
        }
    }

    @Test func `reads nesting up to the limit`() throws {
        let deep = TOML.maximumDepth
        _ = try Self.parse("a = " + String(repeating: "[", count: deep) + String(repeating: "]", count: deep))
        _ = try Self.parse(String(repeating: "a.", count: deep - 1) + "a = 1")
        _ = try Self.parse("[" + String(repeating: "a.", count: deep - 1) + "a]\na = 1")
    }

    @Test(arguments: [
        ("[[a]]\n", true), ("#\n", true), ("\r\n", true), ("[a]\n[[a.b]]\n", false), ("a = \"\"\"\\\n", false),
        ("\"\\u00e9", false), ("[a.b.c.d]\n", false), ("a=[", false), ("''''", false),
    ])
    func `reads long repetitive input to its end or first error`(unit: String, isValid: Bool) {
        let text = String(repeating: unit, count: 200_000 / unit.utf8.count)
        #expect(((try? Self.parse(text)) != nil) == isValid)
    }

    @Test func `reads ten thousand inline tables`() throws {
        let rows = (0..<10_000).map { "k\($0) = { a.b = [\($0)] }\n" }.joined()
        #expect(try Self.parse(rows).keys.count == 10_000)
    }

    /// Mutations of a valid document: the parser either returns or throws.
    @Test(arguments: 0..<4) func `does not crash on a mutated document`(seed: UInt64) {
        var random = Random(state: seed &* 0x9e37_79b9_7f4a_7c15 | 1)
        let pieces = [
            "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'", "\"\"\"", "'''", "\\", "\\u", "#", "\n", "\r",
            "\r\n",
            "é", "\u{feff}", "\u{0}", "1e", "0x", "1979-05-27", "07:32:00", "inf", "true", "a", "_", "-", " ", "\t",
            "😀",
        ].map { Array($0.utf8) }
        let base = Array(Self.sample.utf8)
        for _ in 0..<1_500 {
            var bytes = random.next() % 4 == 0 ? [] : base
            for _ in 0...random.next() % 12 {
                let place = Int(random.next() % UInt64(bytes.count + 1))
                switch random.next() % 4 {
                case 0: bytes.insert(contentsOf: pieces[Int(random.next() % UInt64(pieces.count))], at: place)
                case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 9)))
                default: bytes = Array(bytes[..<place])
                }
            }
            _ = try? TOML.parse(bytes)
        }
    }

    private struct Random {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static let sample = """
        VERSION = "2.7.0" # comment
        ACCOUNTS = ["GA", 'GB', \"\"\"G\\
          C\"\"\"]
        n = [0x1f, 1_000, -1.5e3, 1979-05-27T07:32:00Z, true]
        a.b."c d" = { x = 1, y.z = [{}] }
        [DOCUMENTATION]
        ORG_NAME = '''
        Name'''
        [[CURRENCIES]]
        code = "EUR"
        [CURRENCIES.sub]
        t = 07:32:00
        [[CURRENCIES]]
        code = "\\u00e9"
        """
}
