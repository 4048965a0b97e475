// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OnlineShell

struct FactsTests {
    @Test func `aligns the values, and leaves out names without one`() {
        #expect(Facts.lines([("id", "7"), ("status", "ok"), ("note", nil)]) == ["id      7", "status  ok"])
    }

    @Test func `escapes what a server sends, names as well as values`() {
        #expect(Facts.lines([("a\u{1b}", "b\n")]) == [#"a\x1b  b\x0a"#])
    }

    @Test func `a long name does not widen the column of the others`() {
        let long = String(repeating: "n", count: 41)
        #expect(Facts.lines([(long, "1"), ("id", "7")]) == ["\(long)  1", "id  7"])
    }
}
