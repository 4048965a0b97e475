// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Desk

struct ShownTextTests {
    @Test(arguments: [
        ("", ""), ("Zürich, 100 €", "Zürich, 100 €"), ("a\nb", "a\\u{a}b"), ("\u{202e}gnp", "\\u{202e}gnp"),
        ("\u{1b}[2J", "\\u{1b}[2J"),
        ("a\u{200b}b", "a\\u{200b}b"), ("\u{2028}", "\\u{2028}"), ("\u{e000}", "\\u{e000}"), ("\u{0}", "\\u{0}"),
        ("<b>&", "<b>&"),
    ])
    func `shows what could hide or reorder text, and leaves the rest`(text: String, shown: String) {
        #expect(ShownText.of(text) == shown)
    }

    @Test func `bounds the length`() {
        #expect(ShownText.of(String(repeating: "a", count: 2000)).count == 2000)
        #expect(ShownText.of(String(repeating: "a", count: 100_000)) == String(repeating: "a", count: 2000) + "...")
    }
}
