// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

struct HandoffInputTests {
    @Test func `reads an envelope in base64 with white space anywhere`() throws {
        let text = Sample.envelopeText
        for spaced in [
            text, text + "\n", "\r\n\t " + text, text.map { "\($0)\n" }.joined(), text.map { "\($0) " }.joined(),
        ] {
            let input = try HandoffInput.recognise(spaced)
            #expect(input.content == .envelope(Sample.envelope))
            #expect(input.dialect == .base64)
        }
    }

    @Test(arguments: [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe]] as [[UInt8]])
    func `reports a byte order mark`(mark: [UInt8]) {
        for text in [Sample.envelopeText, XDRJSON.text(of: Sample.envelope, pretty: true), "type: ENVELOPE_TYPE_TX"] {
            #expect(throws: HandoffError.byteOrderMark) { try HandoffInput.recognise(mark + Array(text.utf8)) }
        }
    }

    @Test func `recognises an envelope as SEP-51 JSON, txrep and a SEP-7 link`() throws {
        let json = XDRJSON.text(of: Sample.envelope, pretty: true)
        let txrep = Txrep.text(of: Sample.envelope, on: nil)
        for (text, dialect) in [
            (json, HandoffInput.Dialect.sep51), ("\n " + json + "\n", .sep51), (txrep, .txrep), (txrep + "\n", .txrep),
            (": made by hand\r\n" + txrep.split(separator: "\n").joined(separator: "\r\n"), .txrep),
        ] {
            let input = try HandoffInput.recognise(text)
            #expect(input.content == .envelope(Sample.envelope))
            #expect(input.dialect == dialect)
        }
        let link = try HandoffInput.recognise(SEP7Transaction.text(of: Sample.envelope, on: .testnet) + "\n")
        guard case .link(let found) = link.content else {
            Issue.record("not a link")
            return
        }
        #expect(found.envelope == Sample.envelope && found.terms.network == .testnet && link.dialect == .sep7)
    }

    @Test func `reads SEP-51 JSON nested 150 deep but limits Coldstar documents to 64 levels`() throws {
        func nested(_ depth: Int) -> String {
            let value =
                String(repeating: #"{"vec":["#, count: depth) + #""void""# + String(repeating: "]}", count: depth)
            let data = #"{"contract_address":"\#(contract)","function_name":"f","args":[\#(value)]}"#
            return
                #"{"tx":{"tx":{"source_account":"\#(Sample.alice.address)","fee":1,"seq_num":"1","cond":"none","memo":"none","#
                + #""operations":[{"source_account":null,"body":{"invoke_host_function":{"host_function":{"invoke_contract":"#
                + data + #"},"auth":[]}}}],"ext":"v0"},"signatures":[]}}"#
        }
        let contract = StrKey.contract(Hash()).text
        for depth in [1, 40, 150] { #expect(try HandoffInput.recognise(nested(depth)).dialect == .sep51) }
        for depth in [230, 600, 10_000] {
            #expect(throws: HandoffError.self) { try HandoffInput.recognise(nested(depth)) }
        }
        let document =
            #"{"format": "coldstar-request", "hints": "# + String(repeating: "[", count: 80)
            + String(repeating: "]", count: 80) + "}"
        #expect(throws: HandoffError.json(.tooDeep(offset: 103, limit: 64))) { try HandoffInput.recognise(document) }
    }

    @Test func `reads a document with white space around it`() throws {
        let text = "\n  " + Sample.transaction.json.text(pretty: true) + "\r\n"
        #expect(try HandoffInput.recognise(text).dialect == .json)
    }

    static let refused: [(String, HandoffError)] = [
        ("", .empty), (" \n\t", .empty), ("[]", .notRecognised), ("{}", .notRecognised),
        ("{\"format\": 1}", .notRecognised),
        ("{", .json(.syntax(offset: 1, "member without a name"))),
        ("{\"format\": \"other\", \"version\": 1}", .unknownFormat("other")),
        ("{\"format\": \"coldstar-request\", \"version\": 2, \"kind\": \"transaction\"}", .unsupportedVersion("2")),
        ("{\"format\": \"coldstar-request\", \"version\": 1}", .field("id", .missing)),
        ("{\"format\": \"coldstar-response\", \"version\": 1}", .field("hash", .missing)),
        ("{\"format\": \"coldstar-response\"}", .field("version", .missing)),
        ("{\"tx\": {}}", .sep51(.member("tx.tx", .missing))),
        ("{\"tx_fee_bump\": {}, \"tx\": {}}", .sep51(.member("", .expected("an object with one member")))),
        ("null", .notRecognised), ("1", .notRecognised), ("hello there", .notRecognised),
        ("<html></html>", .notRecognised),
        ("\0", .notRecognised), ("AAAAA", .base64(.truncated(length: 5))),
        ("AAAA", .envelope(.truncated(offset: 0, needed: 1))),
        ("AAAA-", .base64(.invalidCharacter(offset: 4))),
        ("type: ENVELOPE_TYPE_TX\n", .txrep(.line(nil, field: "tx.sourceAccount", .missing))),
        (": a comment\n\ntx.fee: 100\ntype: X", .txrep(.line(4, field: "type", .expected("a member of EnvelopeType")))),
        ("feeBump.tx.fee: 100", .txrep(.line(nil, field: "tx.sourceAccount", .missing))),
        (": only a comment", .notRecognised),
        ("web+stellar:tx?xdr=AAAA", .sep7(.transaction(.truncated(offset: 3, needed: 1)))),
        ("WEB+STELLAR:pay?destination=G", .sep7(.scheme)),
        (
            "web+stellar:pay?destination=GBYO4DICGRNSHPQV4H6AX5GZJHEVZ4VPGJAQ26GIYATK5R6IWTN7XDLY", .paymentLink
        ),
        (
            "p1of4;sign-transaction;m/44'/148'/1';AAAA",
            .lumenSigner(.incomplete(PartProgress(expected: 4, received: 1, missing: [2, 3, 4])))
        ),
        ("P10OF12;x", .notRecognised),
        ("signature;BYM3", .field("signature", .malformed(expected: "64 bytes"))),
        ("address;m/44'/148'/0';G", .field("address", .address(.badLength))),
        (String(repeating: "aB", count: 32), .bareHash), ("\n" + String(repeating: "00", count: 32) + "\n", .bareHash),
        ("SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC", .secretKey),
        ("ur:bytes/fzoxueplca", .unknownType("bytes")), ("ur:", .ur(.badType)),
        ("UR:COLDSTAR-REQUEST/AEAEAEAE", .cbor(.truncated(offset: 0))),
        ("ur:bytes/fzoxueplca\nur:bytes/fzoxueplca", .unknownType("bytes")),
        (Sample.bare.ur.text + "\nur:bytes/fzoxueplca", .ur(.wholeBeside)),
        (Sample.bare.ur.text + "\n" + Sample.text.ur.text, .ur(.wholeBeside)),
        (Sample.bare.ur.text + "\nAAAA", .ur(.noScheme)),
        (Sample.envelopeText + "\nAAAA", .several), (Sample.envelopeText + "\n\n" + Sample.envelopeText, .several),
        (Sample.transaction.json.text() + "\n{}", .several),
        (Sample.transaction.json.text() + "\n" + Sample.transaction.json.text(), .several),
    ]

    @Test(arguments: refused)
    func `rejects unusable input with the specific error`(text: String, error: HandoffError) {
        #expect {
            try HandoffInput.recognise(text)
        } throws: { found in
            if case .envelope = error, case .envelope = found as? HandoffError { return true }
            return found as? HandoffError == error
        }
    }

    @Test(arguments: [[0xff, 0x00], [0], [0xef, 0xbb, 0x7b, 0x7d], [0x80]] as [[UInt8]])
    func `rejects bytes that are not text`(bytes: [UInt8]) {
        #expect(throws: HandoffError.notRecognised) { try HandoffInput.recognise(bytes) }
    }

    @Test func `rejects deep nesting and oversized input`() {
        let deep = Array(String(repeating: "[", count: 20_000).utf8)
        #expect(throws: HandoffError.json(.tooDeep(offset: 64, limit: 64))) { try HandoffInput.recognise(deep) }
        let large = [UInt8](repeating: UInt8(ascii: "A"), count: Limits.input + 1)
        #expect(throws: HandoffError.tooLarge(limit: Limits.input)) { try HandoffInput.recognise(large) }
    }

    @Test func `rejects UR types that are not signing types`() {
        for row in Vectors.rows("single") {
            guard let text = row["ur"]?.asString, let type = row["type"]?.asString, !type.hasPrefix("stellar-") else {
                continue
            }
            #expect(throws: HandoffError.unknownType(type)) { try HandoffInput.recognise(text) }
        }
    }

    @Test func `an error message never repeats a secret key`() {
        let secret = "SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC"
        for text in [
            secret, secret + "\n", "{\"format\": \"coldstar-request\", \"version\": 1, \"id\": \"\(secret)\"}",
        ] {
            do {
                _ = try HandoffInput.recognise(text)
                Issue.record("accepted a secret key")
            } catch {
                #expect(!error.message.contains(secret.dropFirst(10)))
            }
        }
    }

    @Test func `error messages are one line of printable ASCII`() {
        let evil = "\u{1b}[2J\n\u{202e}"
        let errors: [HandoffError] =
            Self.refused.map(\.1) + [
                .unknownFormat(evil), .unknownType(evil), .unsupportedVersion(evil), .field(evil, .unknown),
                .field("x", .envelope(.tooDeep(offset: 3))), .envelope(.notCanonical(offset: 3)), .several,
                .tooLarge(limit: 5),
                .json(.duplicateKey(offset: 1, key: evil)), .field("x", .address(.badChecksum)),
                .ur(.bytewords(.wrongChecksum)),
            ]
        for error in errors {
            #expect(!error.message.isEmpty && error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
    }
}
