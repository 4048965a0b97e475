// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

struct RequestJSONTests {
    @Test(arguments: Sample.requests)
    func `a request round-trips as JSON`(request: SigningRequest) throws {
        let text = request.json.text()
        #expect(text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        #expect(try SigningRequest(json: JSON(parsing: Array(text.utf8))) == request)
        #expect(try HandoffInput.recognise(text).content == .request(request))
        #expect(try SigningRequest(json: request.json).json.text() == text)
    }

    @Test func `writes members in the order of the specification`() throws {
        #expect(
            Sample.transaction.json.asObject?.keys == [
                "format", "version", "id", "kind", "network_passphrase", "envelope", "signers", "note", "created",
                "hints",
            ])
        #expect(
            Sample.challenge.json.asObject?.keys == [
                "format", "version", "id", "kind", "network_passphrase", "envelope", "challenge", "signers", "hints",
            ])
        #expect(
            Sample.challenge.json["challenge"]?.asObject?.keys == [
                "home_domain", "web_auth_domain", "web_auth_endpoint", "signing_key", "client_domain",
            ])
        #expect(Sample.text.json["message"] == "Hello \u{e9} \u{1b}")
        #expect(Sample.bytes.json["message_base64"] == "AP9B")
        #expect(Sample.transaction.json["created"] == "2026-11-21T09:00:00Z")
        #expect(Sample.transaction.json["version"] == 1)
    }

    @Test func `optional members may be absent or null`() throws {
        let absent = Sample.document([("signers", nil), ("note", nil), ("created", nil), ("hints", nil)])
        let null = Sample.document([("signers", .null), ("note", .null), ("created", .null), ("hints", .null)])
        #expect(try SigningRequest(json: absent) == Sample.bare)
        #expect(try SigningRequest(json: null) == Sample.bare)
    }

    @Test(
        arguments: [
            [:], ["version": 1], ["version": 99, "new": [["deep": [1, 2]]]],
            ["what": .null, "ever": .number("1.5e400")],
        ] as [JSON])
    func `accepts any JSON object as hints`(hints: JSON) throws {
        let request = try SigningRequest(json: Sample.document([("hints", hints)]))
        #expect(JSON.object(request.hints) == hints)
        #expect(try SigningRequest(cbor: request.cbor) == request)
    }

    @Test func `known hints are values, and those that cannot be read count as left out`() throws {
        func request(_ hints: JSON) throws -> SigningRequest {
            try SigningRequest(json: Sample.document([("hints", hints)]))
        }
        let withdrawal = HintedWithdrawal(homeDomain: "example.com", id: "7")
        #expect(try request(["withdrawal": withdrawal.hint]).hinted.withdrawal == withdrawal)
        #expect(try request(["withdrawal": ["home_domain": "example.com", "id": 7]]).hinted.withdrawal == nil)
        #expect(try request(["withdrawal": "example.com"]).hinted.withdrawal == nil)
        #expect(try request(["ledger": 7]).hinted.ledger == 7)
        #expect(try request(["ledger": "7"]).hinted.ledger == nil)
        let contract: ContractID = Hash(sha256: [1])
        let (id, code) = (JSON.string(StrKey.contract(contract).text), Hash(sha256: [2]))
        let hash = JSON.string(Hex.encode(code.bytes))
        let codes = try request([
            "contracts": [
                ["id": id, "wasm_hash": hash], ["id": id], ["id": "C", "wasm_hash": hash],
                ["id": id, "wasm_hash": "00"], 7,
            ]
        ]).hinted.codes
        #expect(codes.count == 1 && codes[0].contract == contract && codes[0].code == code)
        let bare = try request([:])
        #expect(bare.hinted.withdrawal == nil && bare.hinted.ledger == nil && bare.hinted.codes.isEmpty)
    }

    static let faults: [(String, JSON?, FieldError)] = [
        ("version", nil, .missing), ("version", "1", .wrongType(expected: "a whole number")),
        ("id", nil, .missing), ("id", 1, .wrongType(expected: "a string")), ("id", "", .malformed(expected: "a UUID")),
        ("id", "0f8fad5b-d9cb-469f-a165-70867728950", .malformed(expected: "a UUID")),
        ("id", "0f8fad5bd9cb469fa16570867728950e", .malformed(expected: "a UUID")),
        ("id", "{0f8fad5b-d9cb-469f-a165-70867728950e}", .malformed(expected: "a UUID")),
        ("kind", nil, .missing),
        ("kind", "payment", .malformed(expected: "one of transaction, challenge, message and authorization")),
        ("kind", "Transaction", .malformed(expected: "one of transaction, challenge, message and authorization")),
        ("network_passphrase", nil, .missing), ("network_passphrase", .null, .wrongType(expected: "a string")),
        ("network_passphrase", "", .malformed(expected: "a passphrase")),
        ("network_passphrase", .string(long(257)), .tooLong(limit: 256)),
        ("envelope", nil, .missing), ("envelope", 7, .wrongType(expected: "a string")),
        ("envelope", "AAA", .base64(.truncated(length: 3))),
        ("envelope", "AAAA AAA=", .base64(.invalidCharacter(offset: 4))),
        ("envelope", "", .envelope(.truncated(offset: 0, needed: 4))),
        ("envelope", .string("AAAA" + Sample.envelopeText), .envelope(.truncated(offset: 0, needed: 0))),
        ("envelope", .string(long(1 << 21)), .tooLong(limit: (1 << 20) / 3 * 4 + 4)),
        ("challenge", [:], .notHere(because: "the kind is transaction")),
        ("message", "hello", .notHere(because: "the kind is transaction")),
        ("message_base64", "", .notHere(because: "the kind is transaction")),
        ("signers", "G", .wrongType(expected: "an array")), ("signers", [:], .wrongType(expected: "an array")),
        ("signers", .array(Array(repeating: .string(Sample.alice.address), count: 21)), .tooMany(limit: 20)),
        ("note", 1, .wrongType(expected: "a string")), ("note", .string(long(1001)), .tooLong(limit: 1000)),
        ("created", "yesterday", .malformed(expected: "a time such as 2026-11-21T09:00:00Z")),
        ("created", "1795251600", .malformed(expected: "a time such as 2026-11-21T09:00:00Z")),
        ("created", "9999-12-31T23:59:59-00:01", .malformed(expected: "a time such as 2026-11-21T09:00:00Z")),
        ("created", "2026-02-30T09:00:00Z", .malformed(expected: "a time such as 2026-11-21T09:00:00Z")),
        ("created", 1_795_251_600, .wrongType(expected: "a string")),
        ("hints", [], .wrongType(expected: "an object")), ("hints", "", .wrongType(expected: "an object")),
        ("hints", ["x": .string(long(1 << 18))], .tooLong(limit: 1 << 18)),
        ("singers", [], .unknown), ("Note", "x", .unknown), ("", "x", .unknown), ("network", "x", .unknown),
    ]

    static func long(_ count: Int) -> String { String(repeating: "A", count: count) }

    @Test(arguments: faults)
    func `names the faulty field`(field: String, value: JSON?, fault: FieldError) throws {
        let document = Sample.document([(field, value)])
        #expect {
            try SigningRequest(json: document)
        } throws: { error in
            guard case .field(field, let found) = error as? HandoffError else { return false }
            if case .envelope(let wanted) = fault, case .envelope = found, wanted == .truncated(offset: 0, needed: 0) {
                return true
            }
            return found == fault
        }
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(document.text()) }
    }

    @Test func `rejects a signer that is not an account address`() {
        let muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK"
        for (text, error) in [
            (muxed, StrKeyError.wrongKind(wanted: "an account, G...")), ("", .badLength),
            ("SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC", .secretSeed),
        ] {
            #expect(throws: HandoffError.field("signers[1]", .address(error))) {
                try SigningRequest(
                    json: Sample.document([("signers", [.string(Sample.alice.address), .string(text)])]))
            }
        }
        #expect(throws: HandoffError.field("signers[0]", .wrongType(expected: "a string"))) {
            try SigningRequest(json: Sample.document([("signers", [1])]))
        }
    }

    @Test(arguments: [.number("2"), .number("0"), .number("1.0"), .number("10000000000000000000000")] as [JSON])
    func `rejects any version but 1 before it checks other fields`(version: JSON) {
        #expect(throws: HandoffError.unsupportedVersion(version.text())) {
            try SigningRequest(json: Sample.document([("version", version), ("id", nil), ("new", 1)]))
        }
    }

    @Test(arguments: ["envelope", "challenge"])
    func `rejects an envelope or a challenge in a message request`(field: String) {
        #expect(throws: HandoffError.field(field, .notHere(because: "the kind is message"))) {
            try SigningRequest(json: Sample.document([(field, "AAAA")], of: Sample.text))
        }
    }

    @Test func `requires exactly one of message and message_base64, within its limit`() {
        #expect(throws: HandoffError.field("message_base64", .notHere(because: "\"message\" is there"))) {
            try SigningRequest(json: Sample.document([("message_base64", "AAAA")], of: Sample.text))
        }
        #expect(throws: HandoffError.field("message", .missing)) {
            try SigningRequest(json: Sample.document([("message", nil)], of: Sample.text))
        }
        #expect(throws: HandoffError.field("message_base64", .base64(.truncated(length: 1)))) {
            try SigningRequest(json: Sample.document([("message_base64", "A")], of: Sample.bytes))
        }
        #expect(throws: HandoffError.field("message", .tooLong(limit: 1 << 16))) {
            try SigningRequest(json: Sample.document([("message", .string(Self.long(1 + 1 << 16)))], of: Sample.text))
        }
    }

    static let challengeFaults: [(String, JSON?, FieldError)] = [
        ("home_domain", nil, .missing), ("web_auth_domain", 1, .wrongType(expected: "a string")),
        ("web_auth_endpoint", .string(long(2049)), .tooLong(limit: 2048)), ("signing_key", nil, .missing),
        ("signing_key", "G", .address(.badLength)), ("home_domain", .string(long(261)), .tooLong(limit: 260)),
        ("client_domain", [], .wrongType(expected: "a string")), ("domain", "x", .unknown),
    ]

    @Test(arguments: challengeFaults)
    func `names the faulty field of a challenge`(field: String, value: JSON?, fault: FieldError) throws {
        let challenge = Sample.changed(try Sample.challenge.json.member("challenge"), [(field, value)])
        #expect(throws: HandoffError.field("challenge." + field, fault)) {
            try SigningRequest(json: Sample.document([("challenge", challenge)], of: Sample.challenge))
        }
    }

    @Test func `requires the challenge member in a challenge request`() {
        #expect(throws: HandoffError.field("challenge", .missing)) {
            try SigningRequest(json: Sample.document([("kind", "challenge")]))
        }
        #expect(throws: HandoffError.field("challenge", .wrongType(expected: "an object"))) {
            try SigningRequest(json: Sample.document([("kind", "challenge"), ("challenge", "x")]))
        }
    }

    @Test func `does not normalise the Unicode of a message`() throws {
        let (composed, decomposed) = (MessageContent(text: "\u{e9}"), MessageContent(text: "e\u{301}"))
        #expect(composed != decomposed)
        for message in [composed, decomposed] {
            let request = SigningRequest(id: Sample.id, networkPassphrase: "x", content: .message(message))
            #expect(try SigningRequest(json: JSON(parsing: Array(request.json.text().utf8))) == request)
            #expect(try SigningRequest(cbor: request.cbor) == request)
        }
    }

    @Test func `replaces the unsigned envelope with the signed one`() throws {
        let signature = try #require(DecoratedSignature(by: Sample.alice.key, Sample.signature))
        let signed = try Sample.envelope.adding(signature)
        let request = Sample.challenge.replacing(envelope: signed)
        #expect(request.envelope == signed)
        #expect(request.kind == .challenge)
        #expect(Sample.text.replacing(envelope: signed) == Sample.text)
    }

    @Test func `a new id is a random UUID`() throws {
        var generator = SystemRandomNumberGenerator()
        let ids = (0..<100).map { _ in RequestID(using: &generator) }
        #expect(Set(ids).count == 100)
        for id in ids {
            #expect(id.text.utf8.count == 36)
            #expect(RequestID(id.text) == id)
            #expect(RequestID(id.text.uppercased()) == id)
            #expect(id.bytes[6] >> 4 == 4 && id.bytes[8] >> 6 == 2)
        }
    }
}
