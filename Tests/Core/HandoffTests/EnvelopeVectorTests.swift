// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import StellarXDR
import TestSupport
import Testing

struct EnvelopeVectorTests {
    private static func rows(_ name: String) throws -> [JSON] {
        try Vectors.bytes("../../Vectors/" + name).split(separator: UInt8(ascii: "\n")).map {
            try JSON(parsing: Array($0))
        }
    }

    @Test func `recognises every envelope vector and re-encodes it unchanged`() throws {
        let rows = try Self.rows("envelopes.jsonl")
        #expect(rows.count > 400)
        for row in rows {
            let text = try row.string("xdr")
            guard case .envelope(let envelope) = try HandoffInput.recognise(text).content else {
                Issue.record("\(row)")
                continue
            }
            #expect(Base64.encode(envelope.xdr) == text)
        }
    }

    /// Without the two rows that differ from an envelope only in white space, which is skipped in bare base64.
    static func malformed() throws -> [NamedVector] {
        try rows("malformed.jsonl").filter {
            try $0["category"] != "base64" || !$0.string("why").contains("line break")
        }
        .map { NamedVector(name: try $0.string("name"), row: $0) }
    }

    @Test(arguments: try malformed()) func `rejects a malformed envelope in bare base64`(vector: NamedVector) throws {
        let text = try vector.row.string("xdr")
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(text) }
    }

    @Test(arguments: try malformed()) func `rejects a malformed envelope in a request`(vector: NamedVector) throws {
        let document = Sample.document([("envelope", .string(try vector.row.string("xdr")))])
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(document.text()) }
    }

    @Test func `has over 250 malformed envelopes with unique names`() throws {
        let vectors = try Self.malformed()
        #expect(vectors.count > 250)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
    }
}
