// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

/// Multipart URs against official and independent vectors.
struct URPartsTests {
    static let published = must { try Vectors.allUR.object("published").array("multipart") }
    static let derived = must { try Vectors.allUR.array("multipart") }
    static let keystone = must { try Vectors.allUR.array("stellar") }
    static let accepted = must { try Vectors.allUR.array("accepted_forms") }
    static let airgap = must { try Vectors.json("airgap.json").object("derived") }

    @Test func `all vectors are loaded`() {
        #expect(Self.published.count == 1 && Self.derived.count == 5 && Self.keystone.count == 8)
    }

    private func encoder(_ row: JSON) throws -> UREncoder {
        let message: [UInt8]
        if let hex = try row.optionalString("message_cbor_hex") {
            message = try Hex.decode(hex)
        } else {
            var random = FountainRandom(seed: Array(try row.string("message_seed").utf8))
            let bytes = try (0..<row.integer("message_len", as: Int.self)).map { _ in UInt8(random.next(below: 256)) }
            message = CBOR.bytes(bytes).encoded
        }
        return try UREncoder(
            UR(type: try row.string("type"), message: message), fragment: try row.integer("max_fragment_len"))
    }

    @Test(arguments: published)
    func `writes the published parts`(row: JSON) throws {
        let encoder = try encoder(row)
        let parts = try row.array("parts").compactMap(\.asString)
        #expect(parts.count == 20 && encoder.count == 9)
        #expect((1...20).map { encoder.part($0) } == parts)
        #expect(encoder.parts == Array(parts.prefix(9)))
    }

    @Test(arguments: derived)
    func `writes the same parts and mixes as an independent encoder`(row: JSON) throws {
        let encoder = try encoder(row)
        for part in try row.array("parts") {
            let number = try part.integer("seq", as: UInt32.self)
            #expect(try encoder.part(number) == (encoder.count == 1 ? encoder.ur.text : part.string("ur")))
            #expect(try encoder.count == part.integer("of"))
            let fragments = try part.array("fragments").compactMap { $0.asInteger(Int.self) }
            #expect(encoder.fragments(of: number).elements == fragments)
        }
        let texts = try row.array("parts").map { try $0.string("ur") }
        if texts.count >= encoder.count { try expect(texts, give: encoder.ur) }
    }

    @Test(arguments: keystone)
    func `reads the parts of Keystone requests`(row: JSON) throws {
        let ur = UR(type: "stellar-sign-request", message: try Hex.decode(row.string("request_cbor_hex")))
        try expect(row.array("request_parts").compactMap(\.asString), give: ur)
        #expect(try row.string("request_ur") == ur.text)
    }

    @Test(arguments: accepted)
    func `reads every form that the vectors accept`(row: JSON) throws {
        let texts = try row.array("urs").compactMap(\.asString)
        try expect(texts, give: UR(type: "bytes", message: Hex.decode(row.string("cbor_hex"))))
    }

    @Test func `writes and reads the parts of the air-gap vectors`() throws {
        let request = UR(
            type: "stellar-sign-request", message: try Hex.decode(Self.airgap.string("sign_request_type1_cbor")))
        let parts = try Self.airgap.array("sign_request_type1_multipart_max100").compactMap(\.asString)
        let encoder = try UREncoder(request, fragment: 100)
        #expect(parts.indices.map { encoder.part(UInt32($0 + 1)) } == parts)
        try expect(parts, give: request)
        let row = try Self.airgap.object("multi_accounts_sep5_test1")
        let accounts = UR(type: "crypto-multi-accounts", message: try Hex.decode(row.string("cbor")))
        let pairing = try row.array("multipart_max200").compactMap(\.asString)
        #expect(try UREncoder(accounts, fragment: 200).parts == Array(pairing.prefix(2)))
        try expect(pairing, give: accounts)
    }

    @Test func `reads a large message from its mixed parts alone`() throws {
        // 32,767 bytes in fragments of at most 1000, from part 101 on.
        var random = FountainRandom(seed: Array("Wolf".utf8))
        let bytes = (0..<32767).map { _ in UInt8(random.next(below: 256)) }
        let encoder = try UREncoder(UR(type: "bytes", message: CBOR.bytes(bytes).encoded), fragment: 1000)
        var decoder = URDecoder()
        var number: UInt32 = 100
        while decoder.ur == nil, number < 300 {
            number += 1
            try decoder.receive(encoder.part(number))
        }
        #expect(decoder.ur == encoder.ur)
    }

    private func expect(_ texts: [String], give ur: UR) throws {
        for order in [texts, texts.reversed(), texts + texts, texts.map { $0.uppercased() }] {
            var decoder = URDecoder()
            for text in order { try decoder.receive(text) }
            #expect(try decoder.whole() == ur)
            #expect(decoder.progress?.missing ?? [] == [])
        }
    }
}
