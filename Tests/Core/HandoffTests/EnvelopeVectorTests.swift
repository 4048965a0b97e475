// SPDX-License-Identifier: Apache-2.0
import Handoff
import Testing
import TextCodec
import XDR

struct EnvelopeVectorTests {
    private static func rows(_ name: String) throws -> [JSON] {
        try Vectors.bytes("../../Vectors/" + name).split(separator: UInt8(ascii: "\n")).map {
            try JSON(parsing: Array($0))
        }
    }

    @Test func `every envelope is recognised and is the bytes that were given`() throws {
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

    /// White space is skipped in base64, so that two rows are envelopes after all.
    @Test func `nothing malformed is recognised, bare or in a request`() throws {
        let rows = try Self.rows("malformed.jsonl")
        #expect(rows.count > 250)
        for row in rows where try row["category"] != "base64" || !row.string("why").contains("line break") {
            let text = try row.string("xdr")
            #expect(throws: HandoffError.self) { try HandoffInput.recognise(text) }
            let document = Sample.document([("envelope", .string(text))])
            #expect(throws: HandoffError.self) { try HandoffInput.recognise(document.text()) }
        }
    }
}
