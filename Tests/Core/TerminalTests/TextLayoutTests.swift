// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Terminal

struct TextLayoutTests {
    private static let hash = String(repeating: "a1", count: 32)
    private static let item = TextItem(
        hash, state: "included", .good, circumstances: " in ledger 7, attempts 1", title: "Pay 1 XLM to bob")

    private static func layout(_ columns: Int?, colours: Bool = false, marks: Bool = false) -> TextLayout {
        TextLayout(columns: columns, colours: colours, marks: marks)
    }

    private static func finding(
        _ subject: String, _ word: String, _ text: Wording, _ tone: TextTone = .good, verdict: Int = 4
    ) -> TextPart {
        .findings([TextFinding(subject, word, tone, text)], TextFinding.Columns(subject: 5, verdict: verdict))
    }

    @Test func `without a terminal every part is left as it is`() {
        let long = String(repeating: "word ", count: 50) + "end"
        #expect(Self.layout(nil).lines(.line(Wording(long))) == [long])
        #expect(Self.layout(nil).lines(.item(Self.item)) == Self.item.lines)
        #expect(Self.layout(nil).lines(Self.finding("fee", "ok", Wording(long))) == ["fee  ok  \(long)"])
        #expect(
            Self.layout(nil).lines(.table([["a", "1"], ["bb", "22"]], rightAligned: [1])) == ["a    1", "bb  22"])
    }

    @Test func `on a terminal an item begins with its state and title, and ends with its identifier`() {
        #expect(
            Self.layout(80).lines(.item(Self.item)) == [
                "included  Pay 1 XLM to bob", "    in ledger 7, attempts 1", "    \(Self.hash)",
            ])
    }

    @Test func `an address that fits a line stays whole, further to the left than other text`() {
        let address = String(repeating: "G", count: 56)
        let lines = Self.layout(60).lines(.line(Wording("signature   ok  1, by \(address) with weight 1")))
        #expect(lines == ["signature   ok  1, by", "    \(address)", "                with weight 1"])
        #expect(Self.layout(60).lines(.line(Wording("by (\(address))"))) == ["by", "  (\(address))"])
    }

    @Test func `a question keeps the blank after it`() {
        #expect(TextLayout.question("type yes: ", columns: 80).hasSuffix("type yes: "))
    }

    @Test func `an item without a title keeps its identifier first`() {
        let item = TextItem("ab12", state: "applied", .good, circumstances: " in ledger 7")
        #expect(Self.layout(80).lines(.item(item)) == ["ab12  applied in ledger 7"])
    }

    @Test func `an item without a title ends with its identifier where one line is too short`() {
        let item = TextItem(Self.hash, state: "applied", .good, circumstances: " in ledger 7")
        #expect(Self.layout(80).lines(.item(item)) == ["applied in ledger 7", "    \(Self.hash)"])
        #expect(Self.layout(100).lines(.item(item)) == item.lines)
    }

    @Test func `colours and marks show the state, and dim what only identifies`() {
        let shown = Self.layout(80, colours: true, marks: true).lines(.item(Self.item))
        #expect(shown[0] == "\u{2713} \u{1b}[32mincluded\u{1b}[0m  \u{1b}[1mPay 1 XLM to bob\u{1b}[0m")
        #expect(shown.last == "    \u{1b}[2m\(Self.hash)\u{1b}[0m")
    }

    @Test(arguments: [
        (TextTone.good, "\u{2713} "), (.neutral, "\u{b7} "), (.attention, "! "), (.bad, "\u{2717} "),
    ])
    func `each tone has a mark of its own`(tone: TextTone, mark: String) {
        let finding = Self.finding("fee", "word", "text", tone, verdict: 6)
        #expect(Self.layout(80, marks: true).lines(finding) == ["fee  \(mark)word  text"])
        #expect(Self.layout(80).lines(finding) == ["fee  word  text"])
    }

    @Test func `a long text is broken between words, below its column`() {
        let finding = Self.finding("fee", "ok", "one two three four five six seven")
        #expect(Self.layout(28).lines(finding) == ["fee  ok  one two three four", "         five six seven"])
        let fact = TextPart.facts([TextFact("fee", "one two three four five six seven")])
        #expect(Self.layout(28).lines(fact) == ["fee  one two three four five", "     six seven"])
    }

    @Test func `findings are columns, and a long subject keeps a blank`() {
        let found = TextPart.findings(
            ["fee", "preconditions"].map { TextFinding($0, "ok", .good, "fine") }, .init(subject: 6, verdict: 4))
        #expect(Self.layout(80).lines(found) == ["fee   ok  fine", "preconditions ok  fine"])
        let indented = TextPart.findings(
            [TextFinding("fee", "ok", .good, "")], .init(subject: 6, verdict: 4, indent: 2))
        #expect(Self.layout(80).lines(indented) == ["  fee   ok"])
    }

    @Test func `facts are columns as wide as the longest label, unless a list says how wide`() {
        let facts = [TextFact("hash", "ab"), TextFact("functions", ["f()", "g()"]), TextFact("none", [])]
        #expect(Self.layout(80).lines(.facts(facts)) == ["hash       ab", "functions  f()", "           g()"])
        #expect(Self.layout(nil).lines(.facts([facts[0]], columns: 12)) == ["hash        ab"])
        #expect(Self.layout(nil).lines(.facts([facts[0]], columns: 2, indent: 2)) == ["  hash ab"])
        #expect(Self.layout(nil).lines(.facts([])).isEmpty)
    }

    @Test func `the label of a fact can name an input`() {
        let facts = [TextFact("\(field: .fee) auto", "100"), TextFact("charged", "7")]
        #expect(Self.layout(80).lines(.facts(facts)) == ["--fee auto  100", "charged     7"])
    }

    @Test func `a word that is longer than a line stays whole`() {
        #expect(Self.layout(20).lines(.line("hash  \(Self.hash) end")) == ["hash  \(Self.hash)", "      end"])
    }

    @Test(arguments: 1...30) func `a narrow terminal loses no word`(columns: Int) {
        let text = "destination  PROBLEM  the account does not exist; create it"
        let shown = Self.layout(columns).lines(.line(Wording(text)))
        let words = shown.flatMap { $0.split(separator: " ") }
        #expect(words == text.split(separator: " "))
    }

    @Test func `the amounts of a table stand out`() {
        let shown = Self.layout(80, colours: true).lines(
            .table([["a", "1"], ["b", "22"]], rightAligned: [1], strong: [1]))
        #expect(shown == ["a\u{1b}[1m   1\u{1b}[0m", "b\u{1b}[1m  22\u{1b}[0m"])
    }
}
