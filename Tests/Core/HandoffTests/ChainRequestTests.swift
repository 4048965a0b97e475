// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import Testing

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
        ("chain", "eip155:01"), ("chain", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZ\u{212a}vdp"), ("chain", 1),
        ("chain", "eip155:1"), ("address", ""), ("address", nil),
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

    @Test func `only Coldstar's own dialect and Keystone's can show it`() throws {
        for (text, hash) in [
            (Self.text.json.text(), Self.text.message.hash), (Self.response.json.text(), Self.response.hash),
        ] {
            let input = try TransactionInput(Array(text.utf8), origin: "request.json")
            let handoff = try input.handoff(NetworkSelection()) { Timestamp(1) }
            #expect(handoff.hash == hash)
            for dialect in DialectChoice.Dialect.allCases {
                guard dialect != .coldstar, dialect != .keystone else {
                    _ = try DialectChoice(dialect).content(of: handoff)
                    continue
                }
                #expect(throws: Failure.self) { try DialectChoice(dialect).content(of: handoff) }
            }
        }
        #expect(throws: Failure.self) {
            try DialectChoice(.keystone, keyPath: "44/501").content(of: Self.text)
        }
    }

    /// - Source: encoded by hand with cbor2, from EIP-4527 and the libraries of Keystone.
    @Test func `a request for a Keystone has the device's fields`() throws {
        let path = try #require(DerivationPath("m/44'/501'/1'/0'"))
        let solana = Self.request(Array("hi".utf8)).keystoneUR(path: path, fingerprint: 0x1234_5678)
        #expect(solana.type == "sol-sign-request")
        #expect(
            Hex.encode(solana.message)
                == "a601d825500f8fad5bd9cb469fa16570867728950e0242686903d90130a2018818"
                + "2cf51901f5f501f500f5021a12345678045820f036276246a75b9de3349ed42b15e232f6518fc20f5fcd4f1d64e81f9bd258f7"
                + "05781d68747470733a2f2f7472616e736665722e6d65736f2e6e6574776f726b0602")
        let message = ChainMessage(
            network: .base, address: must { ChainAddress("0x9858EfFD232B4033E47d90003D41EC34EcaEda94", on: .base) },
            scheme: .eip191, origin: "https://transfer.meso.network", purpose: "", bytes: Array("hi".utf8))
        let ethereum = ChainRequest(id: Sample.id, message: message).keystoneUR(path: nil, fingerprint: nil)
        #expect(ethereum.type == "eth-sign-request")
        #expect(
            Hex.encode(ethereum.message)
                == "a701d825500f8fad5bd9cb469fa16570867728950e0242686903030419210505d90130a1018a"
                + "182cf5183cf500f500f400f406549858effd232b4033e47d90003d41ec34ecaeda94"
                + "07781d68747470733a2f2f7472616e736665722e6d65736f2e6e6574776f726b")
    }

    @Test func `a Keystone's signatures are read, with the recovery number from 0 or 27`() throws {
        let solana = ChainDeviceSignature(id: Sample.id, signature: Self.response.signature)
        #expect(try HandoffInput.recognise(solana.keystoneUR.text).content == .chainSignature(solana))
        let bytes = (0..<64).map { UInt8($0) }
        let ethereum = ChainDeviceSignature(
            id: Sample.id, signature: must { ChainSignature(bytes + [28], chain: .eip155) })
        for last: UInt8 in [1, 28] {
            let message = CBOR.map([
                .unsigned(1): .tagged(37, .bytes(Sample.id.bytes)), .unsigned(2): .bytes(bytes + [last]),
                .unsigned(3): .text("Keystone"),
            ]).encoded
            #expect(
                try HandoffInput.recognise(UR(type: "eth-signature", message: message).text).content
                    == .chainSignature(ethereum))
        }
        for (type, found) in [
            ("sol-signature", bytes + [0]), ("sol-signature", []), ("eth-signature", bytes),
            ("eth-signature", bytes + [2]),
            ("eth-signature", bytes + [37]),
        ] {
            let message = CBOR.map([.unsigned(2): .bytes(found)]).encoded
            #expect(throws: HandoffError.self) { try HandoffInput.recognise(UR(type: type, message: message).text) }
        }
    }
}
