// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

/// Names that someone else chose, as part of a sentence.
struct ForeignNameTests {
    @Test(arguments: [
        "a", "transfer", "Z9_", "_", "::crate::types::Config", "a::b", String(repeating: "x", count: 60),
        Array(repeating: String(repeating: "y", count: 58), count: 3).joined(separator: "::"),
    ])
    func `a name, or names joined by colons, stands as it is`(_ name: String) {
        #expect(ForeignName(name).isPlain && ForeignName(name).text == name)
    }

    @Test(arguments: [
        "", " ", "a b", "a-b", "a.b", "a:b", "a:::b", "::", "a::", "::::a", ":a", "a\"", "\u{e9}", "a\n", "\u{202e}a",
        "(a)",
        String(repeating: "x", count: 61), "a::" + String(repeating: "x", count: 61),
        Array(repeating: "y", count: 61).joined(separator: "::"),
    ])
    func `any other name is quoted, and nothing in it ends the quotation`(_ name: String) {
        let text = ForeignName(name).text
        #expect(!ForeignName(name).isPlain)
        #expect(text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        #expect(text.utf8.first == UInt8(ascii: "\"") && text.utf8.count { $0 == UInt8(ascii: "\"") } == 2)
    }

    @Test func `a quoted name is cut at 60 bytes and says so`() {
        #expect(ForeignName(String(repeating: "x", count: 60) + "-").quoted.hasSuffix("x\"... (cut, 61 bytes)"))
        #expect(ForeignName(String(repeating: "-", count: 60)).quoted == "\"\(String(repeating: "-", count: 60))\"")
        #expect(ForeignName(Array(repeating: 0, count: 1024)).quoted.utf8.count < 160)
        #expect(ForeignName(Array("abcdef".utf8), most: 3).quoted == "\"abc\"... (cut, 6 bytes)")
    }

    @Test(arguments: [
        ("a\"b", #""a\x22b""#), ("a\\b", #""a\\b""#), ("a  b", #""a \x20b""#), ("a\u{1b}[2J", #""a\x1b[2J""#),
        ("", #""""#),
    ])
    func `escapes what could leave the quotation or lay out lines`(_ name: String, _ text: String) {
        #expect(ForeignName(name).quoted == text)
    }
}
