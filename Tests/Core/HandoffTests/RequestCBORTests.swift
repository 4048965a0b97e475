// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

struct RequestCBORTests {
    @Test(arguments: Sample.requests)
    func `a request round-trips as a UR in any case`(request: SigningRequest) throws {
        #expect(try SigningRequest(cbor: request.cbor) == request)
        #expect(request.ur.text.hasPrefix("ur:coldstar-request/"))
        for text in [request.ur.text, request.ur.qrText, "\n" + request.ur.text + " \r\n"] {
            let input = try HandoffInput.recognise(text)
            #expect(input.content == .request(request))
            #expect(input.dialect == .ur)
        }
    }

    @Test func `a request with one operation fits QR version 15, or 18 with note and hints`() throws {
        #expect(Sample.bare.cbor.count == Sample.envelope.xdr.count + 71)
        #expect(try QRCode(Sample.bare.ur.qrText).version <= 15)
        #expect(try QRCode(Sample.transaction.ur.qrText).version <= 18)
    }

    static let id: (CBOR, CBOR) = (.unsigned(1), .bytes(Sample.id.bytes))
    static let network: (CBOR, CBOR) = (.unsigned(2), .text(Sample.network))
    static let envelope: (CBOR, CBOR) = (.unsigned(3), .bytes(Sample.envelope.xdr))
    static let right = [id, network, envelope]

    static let wrong: [([(CBOR, CBOR)], String, FieldError)] = [
        ([network, envelope], "id", .missing), ([id, envelope], "network_passphrase", .missing),
        ([id, network], "envelope", .missing),
        ([id, (.unsigned(2), .bytes([])), envelope], "network_passphrase", .wrongType(expected: "a text")),
        ([id, (.unsigned(2), .text("")), envelope], "network_passphrase", .malformed(expected: "a passphrase")),
        ([(.unsigned(1), .bytes(Array(repeating: 0, count: 17))), network, envelope], "id", .tooLong(limit: 16)),
        ([id, network, (.unsigned(3), .bytes([0, 0, 0]))], "envelope", .envelope(.truncated(offset: 0, needed: 1))),
        (
            [id, network, (.unsigned(3), .bytes(Sample.envelope.xdr + [0]))], "envelope",
            .envelope(.trailingBytes(offset: 148, count: 1))
        ),
        (right + [(.unsigned(4), .null)], "challenge", .wrongType(expected: "a map")),
        (right + [(.unsigned(4), .map([:]))], "challenge.home_domain", .missing),
        (right + [(.unsigned(4), .map([.unsigned(6): .null]))], "challenge.key 6", .unknown),
        (right + [(.unsigned(5), .text("hello"))], "envelope", .notHere(because: "\"message\" is there")),
        ([id, network, (.unsigned(5), .unsigned(1))], "message", .wrongType(expected: "a text or bytes")),
        (
            [id, network, (.unsigned(5), .text(String(repeating: "a", count: 65_537)))], "message",
            .tooLong(limit: 65_536)
        ),
        (right + [(.unsigned(6), .map([:]))], "signers", .wrongType(expected: "an array")),
        (right + [(.unsigned(6), .array([.bytes([1])]))], "signers[0]", .malformed(expected: "32 bytes")),
        (right + [(.unsigned(6), .array(Array(repeating: .null, count: 21)))], "signers", .tooMany(limit: 20)),
        (right + [(.unsigned(7), .text(String(repeating: "a", count: 1001)))], "note", .tooLong(limit: 1000)),
        (right + [(.unsigned(8), .text("2026"))], "created", .wrongType(expected: "a number")),
        (right + [(.unsigned(8), .unsigned(253_402_300_800))], "created", .outOfRange),
        (right + [(.unsigned(9), .map([:]))], "hints", .wrongType(expected: "a text")),
        (
            // 250,006 bytes that become six times as many in ASCII.
            right + [(.unsigned(9), .text("{\"a\":\"" + String(repeating: "\u{e9}", count: 125_000) + "\"}"))], "hints",
            .tooLong(limit: 1 << 18)
        ),
        (right + [(.unsigned(9), .text("[]"))], "hints", .wrongType(expected: "an object")),
        (right + [(.unsigned(10), .null)], "key 10", .unknown), (right + [(.unsigned(0), .null)], "key 0", .unknown),
        (right + [(.negative(0), .null)], "key that is not a number", .unknown),
    ]

    @Test(arguments: wrong)
    func `names the faulty field`(members: [(CBOR, CBOR)], field: String, fault: FieldError) {
        let cbor = CBOR.map(Dictionary(uniqueKeysWithValues: members)).encoded
        #expect {
            try SigningRequest(cbor: cbor)
        } throws: { error in
            guard case .field(field, let found) = error as? HandoffError else { return false }
            if case .envelope(.truncated) = fault, case .envelope(.truncated) = found { return true }
            return found == fault
        }
    }

    @Test func `rejects hints whose JSON has a duplicate key`() {
        let cbor = CBOR.map(Dictionary(uniqueKeysWithValues: Self.right + [(.unsigned(9), .text("{\"a\":1,\"a\":1}"))]))
            .encoded
        #expect(throws: HandoffError.json(.duplicateKey(offset: 7, key: "a"))) { try SigningRequest(cbor: cbor) }
    }

    @Test func `a flipped bit is rejected or gives a different request, and truncation is rejected`() throws {
        let cbor = Sample.challenge.cbor
        for place in cbor.indices {
            var changed = cbor
            changed[place] ^= 0x01
            let request = try? SigningRequest(cbor: changed)
            #expect(request != Sample.challenge)
        }
        for count in cbor.indices {
            #expect(throws: HandoffError.self) { try SigningRequest(cbor: Array(cbor[..<count])) }
        }
    }
}
