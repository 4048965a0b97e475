// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

struct ResponseTests {
    @Test(arguments: [0, 1, 2, 20])
    func `a response round-trips as JSON`(count: Int) throws {
        for id in [Sample.id, nil] {
            let response = Sample.response(count, id: id)
            let text = response.json.text()
            #expect(try SigningResponse(json: JSON(parsing: Array(text.utf8))) == response)
            #expect(try HandoffInput.recognise(text).content == .response(response))
        }
    }

    @Test func `writes the JSON of the specification`() {
        let response = Sample.response(1)
        #expect(
            response.json.text() == """
                {"format":"coldstar-response","version":1,"id":"0f8fad5b-d9cb-469f-a165-70867728950e",\
                "hash":"5a859bfd9b8b7469d59e885ea3eff09050f0d7e1a9b496c91a5b82c9958b4fe7","signatures":[{"public_key":\
                "GDKLQMRO2LFHLJ5I67VVOBLUOGYXXV6V72SPTKFCSNRWWTLFH7HT33AU","signature":"\(Base64.encode(Sample.signature))"}]}
                """)
    }

    @Test(arguments: [0, 1, 2, 20])
    func `CBOR carries signature hints instead of public keys`(count: Int) throws {
        for id in [Sample.id, nil] {
            let sent = Sample.response(count, id: id)
            let input = try HandoffInput.recognise(sent.ur.qrText)
            guard case .response(let response) = input.content else {
                Issue.record("not a response")
                return
            }
            #expect(input.dialect == .ur)
            #expect(response.id == id && response.hash == sent.hash)
            #expect(response.signatures.map(\.decorated) == sent.signatures.map(\.decorated))
            #expect(response.signatures.allSatisfy { $0.publicKey == nil && $0.hint == Sample.alice.hint })
            #expect(try SigningResponse(json: response.json) == response)
        }
    }

    @Test func `one signature fits QR version 8 and twenty fit version 40`() throws {
        let text = Sample.response(1).ur.qrText
        #expect(text.utf8.count == 279)
        #expect(try QRCode(text).version == 8)
        #expect(try QRCode(Sample.response(20).ur.qrText).version <= 40)
    }

    @Test func `writes the CBOR of the specification`() {
        let hex = Hex.encode(Sample.response(1).cbor)
        let signature = Hex.encode(Sample.alice.hint.bytes + Sample.signature)
        #expect(hex == "a301500f8fad5bd9cb469fa16570867728950e025820" + Sample.hash.hex + "035844" + signature)
    }

    static let faults: [(String, JSON?, FieldError)] = [
        ("version", nil, .missing), ("id", "x", .malformed(expected: "a UUID")),
        ("id", 5, .wrongType(expected: "a string")),
        ("hash", nil, .missing), ("hash", "5a85", .malformed(expected: "64 hexadecimal digits")),
        ("hash", .string(String(repeating: "x", count: 64)), .malformed(expected: "64 hexadecimal digits")),
        ("hash", .string(String(repeating: "a", count: 65)), .tooLong(limit: 64)),
        ("signatures", nil, .missing), ("signatures", [:], .wrongType(expected: "an array")),
        ("signatures", .array(Array(repeating: .null, count: 21)), .tooMany(limit: 20)),
        ("envelope", "AAAA", .unknown), ("kind", "transaction", .unknown),
    ]

    @Test(arguments: faults)
    func `names the faulty field`(field: String, value: JSON?, fault: FieldError) {
        #expect(throws: HandoffError.field(field, fault)) {
            try SigningResponse(json: Sample.changed(Sample.response(1).json, [(field, value)]))
        }
    }

    static let signatureFaults: [(String, JSON?, FieldError)] = [
        ("signature", nil, .missing),
        ("signature", .string(Base64.encode(Sample.signature.dropLast())), .malformed(expected: "64 bytes")),
        ("signature", .string(Base64.encode(Sample.signature + [0])), .malformed(expected: "64 bytes")),
        ("signature", .string(Base64.encode(Sample.signature + Sample.signature)), .tooLong(limit: 88)),
        ("signature", .string(String(repeating: "A", count: 85) + "B=="), .base64(.nonZeroTrailingBits(offset: 85))),
        ("public_key", nil, .missing), ("public_key", "G", .address(.badLength)), ("key", "x", .unknown),
        ("hint", "00000000", .notHere(because: "\"public_key\" is there")),
    ]

    @Test(arguments: signatureFaults)
    func `names the faulty field of a signature`(field: String, value: JSON?, fault: FieldError) throws {
        let document = Sample.response(2).json
        var signatures = try document.array("signatures")
        signatures[1] = Sample.changed(signatures[1], [(field, value)])
        #expect(throws: HandoffError.field("signatures[1]." + field, fault)) {
            try SigningResponse(json: Sample.changed(document, [("signatures", .array(signatures))]))
        }
    }

    @Test(arguments: ["", "0102030", "010203", "0102030g", "0102030405"])
    func `rejects a hint that is not four bytes in hexadecimal`(hint: String) {
        let signature: JSON = ["hint": .string(hint), "signature": .string(Base64.encode(Sample.signature))]
        #expect(throws: HandoffError.self) {
            try SigningResponse(json: Sample.changed(Sample.response(1).json, [("signatures", [signature])]))
        }
    }

    @Test func `rejects a signature that is not an object`() {
        #expect(throws: HandoffError.field("signatures[0]", .wrongType(expected: "an object"))) {
            try SigningResponse(json: Sample.changed(Sample.response(1).json, [("signatures", ["AAAA"])]))
        }
    }

    static let wrong: [([CBOR: CBOR], String, FieldError)] = [
        ([.unsigned(2): .bytes(hash)], "signatures", .missing), ([.unsigned(3): .bytes([])], "hash", .missing),
        (
            [.unsigned(2): .bytes(Array(hash.dropLast())), .unsigned(3): .bytes([])], "hash",
            .malformed(expected: "32 bytes")
        ),
        ([.unsigned(2): .bytes(hash + [0]), .unsigned(3): .bytes([])], "hash", .tooLong(limit: 32)),
        ([.unsigned(2): .text("x"), .unsigned(3): .bytes([])], "hash", .wrongType(expected: "bytes")),
        (
            [.unsigned(2): .bytes(hash), .unsigned(3): .bytes([1])], "signatures",
            .malformed(expected: "a multiple of 68 bytes")
        ),
        (
            [.unsigned(2): .bytes(hash), .unsigned(3): .bytes(Array(repeating: 0, count: 69))], "signatures",
            .malformed(expected: "a multiple of 68 bytes")
        ),
        (
            [.unsigned(2): .bytes(hash), .unsigned(3): .bytes(Array(repeating: 0, count: 21 * 68))], "signatures",
            .tooLong(limit: 20 * 68)
        ),
        ([.unsigned(2): .bytes(hash), .unsigned(3): .bytes([]), .unsigned(4): .null], "key 4", .unknown),
        (
            [.unsigned(2): .bytes(hash), .unsigned(3): .bytes([]), .text("a"): .null], "key that is not a number",
            .unknown
        ),
        (
            [.unsigned(1): .bytes([1]), .unsigned(2): .bytes(hash), .unsigned(3): .bytes([])], "id",
            .malformed(expected: "16 bytes")
        ),
        (
            [.unsigned(1): .tagged(37, .bytes(Sample.id.bytes)), .unsigned(2): .bytes(hash), .unsigned(3): .bytes([])],
            "id",
            .wrongType(expected: "bytes")
        ),
    ]

    static let hash = Sample.hash.bytes

    @Test(arguments: wrong)
    func `names the faulty field of the CBOR`(members: [CBOR: CBOR], field: String, fault: FieldError) {
        #expect(throws: HandoffError.field(field, fault)) { try SigningResponse(cbor: CBOR.map(members).encoded) }
    }

    @Test func `rejects truncated CBOR and trailing bytes`() {
        let cbor = Sample.response(1).cbor
        for count in cbor.indices {
            #expect(throws: HandoffError.self) { try SigningResponse(cbor: Array(cbor[..<count])) }
        }
        #expect(throws: HandoffError.cbor(.trailing(offset: cbor.count))) { try SigningResponse(cbor: cbor + [0]) }
        #expect(throws: HandoffError.notRecognised) { try SigningResponse(cbor: [0x80]) }
    }
}
