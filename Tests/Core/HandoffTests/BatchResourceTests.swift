// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Handoff

struct BatchResourceTests {
    private let lines = [
        Sample.transaction.json.text(), Sample.bare.json.text(), Sample.response(1).json.text(), Sample.envelopeText,
    ]

    private func text(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    private func file(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

    @Test func `a batch file round-trips byte for byte, in any order and case of its parts`() throws {
        let ur = try BatchResource.ur(of: lines)
        #expect(try BatchResource.document(text([ur.text])) == file(lines))
        #expect(ur.lines.count > 3)
        #expect(try BatchResource.document(text(ur.lines.reversed().map { $0.uppercased() })) == file(lines))
    }

    @Test func `a line in another spelling keeps it`() throws {
        let odd = [
            Sample.bare.json.text().replacing("\":", with: "\": "),
            Sample.response(2).json.text().replacing(",\"", with: ", \""),
            Sample.challenge.json.text(), Sample.text.json.text(), Sample.response(20, id: nil).json.text(),
        ]
        #expect(try BatchResource.document(text([try BatchResource.ur(of: odd).text])) == file(odd))
    }

    @Test func `binary forms make a batch of responses half as long`() throws {
        let responses = (0..<10).map { _ in Sample.response(1).json.text() }
        #expect(try BatchResource.ur(of: responses).message.count * 2 < file(responses).count + 60)
    }

    @Test(arguments: [
        "hello", "", "{}", "S" + String(repeating: "A", count: 55), "{\"format\":\"coldstar-request\"}", "\u{e9}",
        "AAAA\u{1b}",
    ])
    func `a line that is no document is refused with its number`(line: String) {
        let error = #expect(throws: HandoffError.self) { try BatchResource.ur(of: lines + [line]) }
        guard case .line(let number, _) = error else {
            Issue.record("no line number")
            return
        }
        #expect(number == 5)
    }

    @Test func `a batch beyond the limit is refused before it is shown`() {
        let message = SigningRequest(
            id: Sample.id, networkPassphrase: "n",
            content: .message(MessageContent(bytes: [UInt8](repeating: 1, count: 60_000))))
        let long = Array(repeating: message.json.text(), count: 9)
        #expect(throws: HandoffError.ur(.messageTooLong(limit: 1 << 19))) { try BatchResource.ur(of: long) }
    }

    @Test func `other types keep their smaller limits`() throws {
        let message = [UInt8](repeating: 7, count: 70_000)
        #expect(throws: URError.messageTooLong(limit: 1 << 16)) { try UREncoder(UR(type: "bytes", message: message)) }
        #expect(throws: URError.tooManyParts(found: 1025, limit: 1024)) {
            try UREncoder(UR(type: "bytes", message: Array(message[..<1025])), fragment: 1)
        }
        #expect(try UREncoder(UR(type: BatchResource.type, message: message), fragment: 35).count == 2000)
    }

    @Test func `a large batch is read from mixed parts alone`() throws {
        let encoder = try UREncoder(
            UR(type: BatchResource.type, message: (0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0) }), fragment: 10)
        var decoder = URDecoder()
        var number = UInt32(encoder.count)
        while decoder.ur == nil, number < 1000 {
            number += 1
            try decoder.receive(encoder.part(number))
        }
        #expect(decoder.ur == encoder.ur && number < 700)
    }

    @Test func `a batch is not a transaction`() throws {
        let ur = try BatchResource.ur(of: lines)
        #expect(throws: HandoffError.several) { try HandoffInput.recognise(ur.text) }
    }

    @Test func `the lines of a batch in codes are read as those of its file`() throws {
        let ur = try BatchResource.ur(of: lines)
        let read = try TransactionLines(text(ur.lines), origin: "codes")
        #expect(read.count == 4 && read.origin(at: 2) == "codes:3")
        guard case .parted(let again) = try read.codes() else {
            Issue.record("not in parts")
            return
        }
        #expect(again == ur)
        #expect(throws: (any Error).self) { try TransactionLines(text(Array(ur.lines.dropLast())), origin: "codes") }
    }

    @Test(arguments: Sample.requests) func `a single request has its own codes, and what is no document has none`(
        request: SigningRequest
    ) throws {
        let one = try TransactionLines(Array(request.json.text().utf8), origin: "file")
        #expect(try one.codes() == .parted(request.ur))
        let nothing = try TransactionLines(Array("hello".utf8), origin: "file")
        #expect(throws: Failure.self) { try nothing.codes() }
    }
}
