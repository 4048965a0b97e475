// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

struct HandoffLinesTests {
    private func lines(_ text: String) -> [(number: Int, text: String)]? {
        let bytes = Array(text.utf8)
        return HandoffLines.find(in: bytes)?.map { ($0.number, String(decoding: bytes[$0.place], as: UTF8.self)) }
    }

    @Test func `finds one request or envelope per line, with its line number`() throws {
        let document = Sample.transaction.json.text()
        let found = try #require(lines("\n  \(document) \r\n\n\(document)\nsomething else"))
        #expect(found.map(\.number) == [2, 4, 5])
        #expect(found.map(\.text) == [document, document, "something else"])
        let envelopes = try #require(lines("\(Sample.envelopeText)\n\(Sample.envelopeText)\n"))
        #expect(envelopes.map(\.number) == [1, 2])
    }

    static let single = [
        "", "\n\n", "{}", "{\n}\n", "{\"a\": {}\n}\n", "{\"a\":\n{}}", "[{}\n,{}]", "hello\nthere", "AAAA\nAAAA",
        "tx.fee: 1\ntx.seqNum: 2", "ur:a/1-2/b\nur:a/2-2/b", "p1of2;a\np2of2;b",
        Sample.transaction.json.text(pretty: true),
        Sample.transaction.json.text(), Sample.envelopeText, "{}\n}", "}\n{", "AAAA\n" + Sample.envelopeText,
    ]

    @Test(arguments: single)
    func `returns nil for a single document or none`(text: String) { #expect(lines(text)?.count == nil) }

    @Test(arguments: [1, 4, 64, 76, 95, 100])
    func `returns nil for an envelope wrapped over several lines`(width: Int) {
        var text = Sample.envelopeText[...]
        var wrapped = ""
        while !text.isEmpty {
            wrapped += text.prefix(width) + "\n"
            text = text.dropFirst(width)
        }
        #expect(lines(wrapped)?.count == nil)
    }
}
