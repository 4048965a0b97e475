// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// What is wrong with a request of kind `authorization`; `RequestJSONTests` and `RequestCBORTests` read and write good
/// ones.
struct AuthorizationRequestTests {
    private static let truncated = JSON.string(String(Sample.entryText.prefix(40)))
    private static let tooLong = JSON.string(String(repeating: "A", count: 1 << 18))

    private static let faults: [(String, JSON?, String)] = [
        ("entry", nil, "is missing"), ("entry", "", "is not an authorization entry"), ("entry", 5, "is not a string"),
        ("entry", "!!", "is wrong"), ("entry", truncated, "is not an authorization entry"),
        ("entry", tooLong, "is longer than"), ("entry", .string(Sample.entryText + "AAAA"), "is"),
        ("expiration_ledger", nil, "is missing"), ("expiration_ledger", -1, "is out of range"),
        ("expiration_ledger", 4_294_967_296, "is out of range"),
        ("expiration_ledger", .number("1.5"), "is not a whole number"),
        ("expiration_ledger", .number("1e3"), "is not a whole number"),
        ("expiration_ledger", "5", "is not a whole number"),
        ("claimed_ledger", 4_294_967_296, "is out of range"), ("claimed_close_time", 5, "is not a string"),
        ("claimed_close_time", "yesterday", "is not a time"), ("envelope", "AAAA", "is not a transaction envelope"),
        ("siblings", "none", "is not an array"), ("siblings", [5], "is not a string"),
        ("siblings", [truncated], "is not an authorization entry"), ("siblings", ["!"], "is wrong"),
        ("siblings", .array(Array(repeating: .string(Sample.entryText), count: 101)), "has more than 100 elements"),
        ("contracts", [:], "is not an array"), ("contracts", [[:]], "is missing"),
        ("contracts", [["id": "G", "spec": ""]], "is not a contract's address"),
        ("contracts", [["id": .string(StrKey.contract(Sample.contract).text)]], "is not given"),
        (
            "contracts", [["id": .string(StrKey.contract(Sample.contract).text), "spec": "", "wasm": ""]],
            "is not given"
        ),
        ("contracts", [["id": .string(StrKey.contract(Sample.contract).text), "name": ""]], "is unknown"),
        ("contracts", .array(Array(repeating: [:], count: 21)), "has more than 20 elements"),
        ("expiry", 5, "is unknown"),
    ]

    @Test(arguments: faults.indices)
    func `a wrong member is named`(place: Int) throws {
        let (name, value, words) = Self.faults[place]
        let good = try #require(Sample.authorization.json["authorization"])
        let document = Sample.document(
            [("authorization", Sample.changed(good, [(name, value)]))], of: Sample.authorization)
        let error = #expect(throws: HandoffError.self) { try SigningRequest(json: document) }
        #expect(
            error?.message.contains("authorization.\(name)") == true && error?.message.contains(words) == true,
            "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ("kind", "transaction", "authorization"), ("kind", "message", "authorization"),
            ("kind", "challenge", "authorization"),
            ("authorization", nil, "authorization"), ("authorization", "AAAA", "authorization"),
            ("envelope", "AAAA", "envelope"),
            ("message", "hello", "message"),
        ] as [(String, JSON?, String)])
    func `a member of another kind is refused`(name: String, value: JSON?, field: String) {
        let error = #expect(throws: HandoffError.self) {
            try SigningRequest(json: Sample.document([(name, value)], of: Sample.authorization))
        }
        #expect(error?.message.contains(field) == true)
    }

    @Test func `a map with both an entry and a transaction, or with wrong items, is refused`() throws {
        let id: (CBOR, CBOR) = (.unsigned(1), .bytes(Sample.id.bytes))
        let network: (CBOR, CBOR) = (.unsigned(2), .text(Sample.network))
        func read(_ asked: CBOR, _ more: [(CBOR, CBOR)] = []) throws {
            let members = [id, network, (.unsigned(16), asked)] + more
            _ = try SigningRequest(cbor: CBOR.map(Dictionary(uniqueKeysWithValues: members)).encoded)
        }
        let entry: (CBOR, CBOR) = (.unsigned(1), .bytes(Sample.entry.xdr))
        let end: (CBOR, CBOR) = (.unsigned(4), .unsigned(9))
        func map(_ members: (CBOR, CBOR)...) -> CBOR { .map(Dictionary(uniqueKeysWithValues: members)) }
        try read(map(entry, end))
        for others: [(CBOR, CBOR)] in [
            [(.unsigned(3), .bytes(Sample.envelope.xdr))], [(.unsigned(4), .map([:]))], [(.unsigned(5), .text("x"))],
            [(.unsigned(17), .null)],
        ] {
            #expect(throws: HandoffError.self) { try read(map(entry, end), others) }
        }
        for wrong in [
            map(entry), map(end), map(entry, (.unsigned(4), .unsigned(1 << 32))),
            map(entry, (.unsigned(4), .text("9"))),
            map((.unsigned(1), .bytes(Sample.entry.xdr + [0, 0, 0, 0])), end), map(entry, end, (.unsigned(8), .null)),
            map(entry, end, (.unsigned(3), .bytes([]))), map(entry, end, (.unsigned(3), .array([.text("")]))),
            map(entry, end, (.unsigned(7), .array([.map([.unsigned(1): .bytes([7])])]))), .null, .bytes([]),
        ] {
            #expect(throws: HandoffError.self) { try read(wrong) }
        }
    }
}
