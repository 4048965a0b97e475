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

    /// An envelope as a link, as a UR and as a frame.
    private static func forms(of text: String, _ bytes: [UInt8]) -> [String] {
        let request = CBOR.map([
            .unsigned(1): .bytes(Sample.id.bytes), .unsigned(2): .text(Sample.network), .unsigned(3): .bytes(bytes),
        ])
        return [
            "web+stellar:tx?xdr=\(PercentText.encode(text))",
            UR(type: SigningRequest.format, message: request.encoded).text,
            "p1of1;sign-transaction;m/44'/148'/0';\(text);\(Sample.network)",
        ]
    }

    private static func codes(of bytes: [UInt8]) -> UR {
        UR(type: BatchResource.type, message: CBOR.array([.bytes(bytes), .bytes(bytes)]).encoded)
    }

    /// The rows with correct base64; the others test the text, not the XDR.
    @Test(arguments: try malformed().filter { try $0.row.string("category") != "base64" })
    func `rejects a malformed envelope in every form that carries its bytes`(vector: NamedVector) throws {
        let text = try vector.row.string("xdr")
        let bytes = try Base64.decode(text)
        for input in Self.forms(of: text, bytes) {
            #expect(throws: HandoffError.self) { try HandoffInput.recognise(input) }
        }
        #expect(throws: HandoffError.self) { try BatchResource.lines(of: Self.codes(of: bytes)) }
    }

    @Test func `accepts a correct envelope in these forms`() throws {
        for input in Self.forms(of: Sample.envelopeText, Sample.envelope.xdr) {
            #expect(throws: Never.self) { try HandoffInput.recognise(input) }
        }
        let lines = try BatchResource.lines(of: Self.codes(of: Sample.envelope.xdr))
        #expect(lines == [Sample.envelopeText, Sample.envelopeText])
    }

    @Test func `has over 250 malformed envelopes with unique names`() throws {
        let vectors = try Self.malformed()
        #expect(vectors.count > 250)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
    }
}
