// SPDX-License-Identifier: Apache-2.0

import Chains
import Faults
import Handoff
import Stellar
import Testing
import TextCodec

struct ChainRequestTests {
    private static let address = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    private static let signature =
        "5nWmkCBwzYYMKNWPJfJmdLTbsXFCU36aKodXyZBaH9g4seKJjV5QJBP789EpuQ2WHiFLQdXXgRbbAjY8gLGUdBav"

    private static func request(_ bytes: [UInt8], expires: Timestamp? = Timestamp(1_795_252_200)) -> ChainRequest {
        ChainRequest(
            id: Sample.id,
            message: ChainMessage(
                network: .solana, address: must { ChainAddress(address, on: .solana) }, scheme: .solanaRaw,
                origin: "https://transfer.meso.network", purpose: "wallet verification", expires: expires, bytes: bytes),
            created: Timestamp(1_795_251_600), hints: JSONObject([("version", 1)]))
    }

    private static let text = request(Array("Verify wallet ownership\nnonce: 12345 é".utf8))
    private static let samples = [text, request([0xff, 0, 0x41]), request(Array("x".utf8), expires: nil)]
    private static let response = ChainResponse(to: text, must { ChainSignature(signature, chain: .solana) })

    @Test(arguments: samples)
    func `a request round-trips as JSON, as a UR, and in parts`(request: ChainRequest) throws {
        for form in [
            request.json.text(), request.json.text(pretty: true), request.ur.text,
            request.ur.lines.joined(separator: "\n"),
        ] {
            #expect(try HandoffInput.recognise(form).content == .chainRequest(request))
        }
        #expect(request.json.text().utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test func `a response round-trips as JSON and as a UR`() throws {
        for form in [Self.response.json.text(), Self.response.ur.text] {
            #expect(try HandoffInput.recognise(form).content == .chainResponse(Self.response))
        }
        #expect(Self.response.json["signature"] == .string(Self.signature))
        #expect(Self.response.json["address"] == .string(Self.address))
    }

    @Test func `writes members in the order of the specification`() {
        #expect(
            Self.text.json.asObject?.keys == [
                "format", "version", "id", "kind", "chain", "address", "scheme", "origin", "purpose", "message",
                "expires", "created", "hints",
            ])
        #expect(Self.samples[1].json["message_base64"] == "/wBB")
        #expect(
            Self.response.json.asObject?.keys == ["format", "version", "id", "hash", "chain", "address", "signature"])
    }

    static let faults: [(String, JSON?)] = [
        ("version", 2), ("id", nil), ("id", "1"), ("kind", "transaction"), ("kind", "challenge"), ("kind", nil),
        ("chain", ""), ("chain", "solana:devnet"), ("chain", "eip155:11155111"), ("chain", "stellar:pubnet"),
        ("chain", "eip155:01"), ("chain", 1), ("chain", "eip155:1"), ("address", ""), ("address", nil),
        ("address", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"), ("address", .string(address + "1")),
        ("address", .string(Sample.alice.address)), ("scheme", "eip191"), ("scheme", "raw"), ("scheme", ""),
        ("scheme", nil), ("origin", ""), ("origin", nil), ("origin", .string(String(repeating: "x", count: 2049))),
        ("purpose", nil), ("purpose", .string(String(repeating: "x", count: 1001))), ("message", nil),
        ("message", 1), ("message", .string(String(repeating: "x", count: 65_537))), ("message_base64", "AAAA"),
        ("expires", "tomorrow"), ("expires", 1), ("expires", "1795252200"), ("hints", []), ("note", "x"),
        ("network_passphrase", "Test SDF Network ; September 2015"), ("signers", []), ("envelope", "AAAA"),
        ("challenge", [:]), ("typed_data", [:]),
    ]

    @Test(arguments: faults)
    func `refuses another member, form or combination`(name: String, value: JSON?) {
        let document = Sample.changed(Self.text.json, [(name, value)])
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(document.text()) }
    }

    @Test(
        arguments: [
            ("chain", "eip155:1"), ("chain", "solana:x"), ("address", ""), ("address", "x"), ("signature", ""),
            ("signature", "1"), ("signature", "0x00"), ("hash", "00"), ("hash", nil), ("id", nil), ("signatures", []),
            ("version", 3), ("more", 1),
        ] as [(String, JSON?)])
    func `refuses a response that does not fit together`(name: String, value: JSON?) {
        let document = Sample.changed(Self.response.json, [(name, value)])
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(document.text()) }
    }

    @Test func `a request for Stellar that names a chain is refused`() {
        let document = Sample.document([("chain", .string(ChainNetwork.solana.caip2))])
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(document.text()) }
    }

    @Test func `every cut of the UR's message is refused`() {
        let ur = Self.text.ur
        for count in 0..<ur.message.count {
            let cut = UR(type: ur.type, message: Array(ur.message[..<count]))
            #expect(throws: HandoffError.self) { try HandoffInput.recognise(cut.text) }
        }
    }

    @Test func `only Coldstar's own dialect can show it`() throws {
        let input = try TransactionInput(Array(Self.text.json.text().utf8), origin: "request.json")
        let handoff = try input.handoff(NetworkChoice(flags: .init())) { Timestamp(1) }
        #expect(handoff.hash == Self.text.message.hash)
        _ = try DialectChoice().content(of: handoff)
        for dialect in DialectChoice.Dialect.allCases where dialect != .coldstar {
            #expect(throws: Failure.self) { try DialectChoice(dialect).content(of: handoff) }
        }
    }
}
