// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Handoff

struct ListResourceTests {
    private let document = Array(#"{"format":"coldstar-contacts","version":1,"contacts":[]}"#.utf8)
    private let long = [UInt8](repeating: 0x61, count: 2_000)

    private func text(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    @Test func `a list round-trips unchanged, whole or in parts, in any order and case`() throws {
        #expect(try ListResource.document(text(ListResource.ur(of: document).lines)) == document)
        let parts = ListResource.ur(of: long).lines
        #expect(parts.count > 4)
        #expect(try ListResource.document(text(parts.reversed().map { $0.uppercased() })) == long)
    }

    @Test func `the UR message is a single CBOR byte string`() {
        #expect(ListResource.ur(of: [1, 2]).message == [0x42, 1, 2])
    }

    @Test(arguments: [
        "", "{}", "name,account", "ur:coldstar-request/aeadaolazmjendeoti", "ur:coldstar-lists/aeadaolazmjendeoti",
    ])
    func `returns nil for input that is not a list UR`(input: String) throws {
        #expect(try ListResource.document(Array(input.utf8)) == nil)
    }

    @Test func `rejects missing or mixed parts and a message that is not a byte string`() throws {
        let parts = ListResource.ur(of: long).lines
        let other = ListResource.ur(of: long + [0]).lines
        #expect(throws: HandoffError.self) { try ListResource.document(text(Array(parts.dropLast()))) }
        #expect(throws: HandoffError.self) { try ListResource.document(text([other[0]] + parts.dropFirst())) }
        #expect(throws: HandoffError.field("list", .wrongType(expected: "bytes"))) {
            try ListResource.document(Array(UR(type: ListResource.type, message: CBOR.text("list").encoded).text.utf8))
        }
        #expect(throws: HandoffError.self) {
            try ListResource.document(Array(UR(type: ListResource.type, message: [0x42, 1]).text.utf8))
        }
        #expect(throws: HandoffError.self) {
            try ListResource.document(Array("ur:coldstar-list/aeadaolazmjendeota".utf8))
        }
    }
}
