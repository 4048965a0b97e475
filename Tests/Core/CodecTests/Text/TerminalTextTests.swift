// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct TerminalTextTests {
    @Test func `leaves printable ASCII and doubles the backslash`() {
        let printable = String(decoding: (0x20...0x7e).map { UInt8($0) }, as: UTF8.self)
        #expect(TerminalText.escape(printable) == printable.replacing("\\", with: "\\\\"))
    }

    @Test(arguments: [
        ("\u{1b}[2J", "\\x1b[2J"), ("a\nb", "a\\x0ab"), ("\u{7f}", "\\x7f"), ("\u{202e}", "\\xe2\\x80\\xae"),
        ("\u{e9}", "\\xc3\\xa9"), ("\0", "\\x00"), ("\\x00", "\\\\x00"), ("\r\t", "\\x0d\\x09"),
    ])
    func `escapes everything else in hexadecimal`(text: String, shown: String) {
        #expect(TerminalText.escape(text) == shown)
    }

    @Test func `escapes bytes that are not UTF-8`() {
        #expect(TerminalText.escape([0xff, 0xc0, 0x41]) == "\\xff\\xc0A")
    }
}
