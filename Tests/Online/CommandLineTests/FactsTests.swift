// SPDX-License-Identifier: Apache-2.0

import Anchors
import Testing

@testable import CommandLine

struct FactsTests {
    private func given(_ name: String, _ value: String) -> AnchorFact { AnchorFact(.given(name), value) }

    @Test func `aligns the values, and leaves out names without one`() {
        #expect(
            Facts.lines([AnchorFact]([.id: "7", .status: "ok", .note: nil])) == ["id      7", "status  ok"])
    }

    @Test func `indents the parts of what precedes them`() {
        let fee = [AnchorFact]([.fee: "2 USD"]) + [AnchorFact(.given("bank"), "1", isPart: true)]
        #expect(Facts.lines(fee) == ["fee     2 USD", "  bank  1"])
    }

    @Test func `escapes what a server sends, names as well as values`() {
        #expect(Facts.lines([given("a\u{1b}", "b\n")]) == [#"a\x1b  b\x0a"#])
    }

    @Test func `what is called a memo is shown in its own script beside its bytes, and nothing else is`() {
        let memo = "text:Привет"
        let facts = [AnchorFact]([.memo: memo]) + [given("memo", memo), given("note", memo)]
        #expect(Facts.lines(facts).map { $0.contains("Привет") } == [true, true, false])
    }

    @Test func `a long name does not widen the column of the others`() {
        let long = String(repeating: "n", count: 41)
        #expect(Facts.lines([given(long, "1"), given("id", "7")]) == ["\(long)  1", "id  7"])
    }
}
