// SPDX-License-Identifier: Apache-2.0
import Handoff
import Stellar
import StellarXDR
import Testing
import TextCodec
import XDR

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
        ("{\"tx\": {}}", .unsupported(.sep51)), ("{\"tx_fee_bump\": {}}", .unsupported(.sep51)),
        ("null", .envelope(.truncated(offset: 0, needed: 1))), ("1", .base64(.truncated(length: 1))),
        ("<html></html>", .base64(.invalidCharacter(offset: 0))), ("\0", .base64(.invalidCharacter(offset: 0))),
        ("type: ENVELOPE_TYPE_TX\n", .unsupported(.txrep)), ("tx.fee: 100\ntype: X", .unsupported(.txrep)),
        ("feeBump.tx.fee: 100", .unsupported(.txrep)), ("web+stellar:tx?xdr=AAAA", .unsupported(.sep7)),
        ("WEB+STELLAR:pay?destination=G", .unsupported(.sep7)),
        (
            "p1of4;sign-transaction;m/44'/148'/1';AAAA",
            .lumenSigner(.incomplete(PartProgress(expected: 4, received: 1, missing: [2, 3, 4])))
        ),
        ("P10OF12;x", .base64(.invalidCharacter(offset: 7))),
        ("signature;BYM3", .field("signature", .malformed(expected: "64 bytes"))),
        ("address;m/44'/148'/0';G", .field("address", .address(.badLength))),
        (String(repeating: "aB", count: 32), .bareHash), ("\n" + String(repeating: "00", count: 32) + "\n", .bareHash),
        ("SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC", .secretKey),
        ("ur:bytes/fzoxueplca", .unknownType("bytes")), ("ur:", .ur(.badType)),
        ("UR:COLDSTAR-REQUEST/AEAEAEAE", .cbor(.truncated(offset: 0))),
        ("ur:bytes/fzoxueplca\nur:bytes/fzoxueplca", .unknownType("bytes")),
        (Sample.bare.ur.text + "\nur:bytes/fzoxueplca", .several),
        (Sample.bare.ur.text + "\n" + Sample.text.ur.text, .several),
        (Sample.bare.ur.text + "\nAAAA", .ur(.noScheme)),
        (Sample.envelopeText + "\nAAAA", .base64(.badPadding(offset: Sample.envelopeText.utf8.count + 1))),
    ]

    @Test(arguments: refused)
    func `refuses what it is not, and says what it saw`(text: String, error: HandoffError) {
        #expect {
            try HandoffInput.recognise(text)
        } throws: { found in
            if case .envelope = error, case .envelope = found as? HandoffError { return true }
            return found as? HandoffError == error
        }
    }

    @Test(arguments: [[0xff, 0xfe, 0x00], [0], [0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0x80]] as [[UInt8]])
    func `refuses bytes that are no text`(bytes: [UInt8]) {
        #expect(throws: HandoffError.base64(.invalidCharacter(offset: 0))) { try HandoffInput.recognise(bytes) }
    }

    @Test func `refuses what is nested deeply or is too large`() {
        let deep = Array(String(repeating: "[", count: 20_000).utf8)
        #expect(throws: HandoffError.json(.tooDeep(offset: 64, limit: 64))) { try HandoffInput.recognise(deep) }
        let large = [UInt8](repeating: UInt8(ascii: "A"), count: Limits.input + 1)
        #expect(throws: HandoffError.tooLarge(limit: Limits.input)) { try HandoffInput.recognise(large) }
    }

    @Test func `knows no other URs than those of signers`() {
        for row in Vectors.rows("single") {
            guard let text = row["ur"]?.asString, let type = row["type"]?.asString, !type.hasPrefix("stellar-") else {
                continue
            }
            #expect(throws: HandoffError.unknownType(type)) { try HandoffInput.recognise(text) }
        }
    }

    @Test func `never repeats a secret key`() {
        let secret = "SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC"
        for text in [
            secret, secret + "\n", "{\"format\": \"coldstar-request\", \"version\": 1, \"id\": \"\(secret)\"}",
        ] {
            do {
                _ = try HandoffInput.recognise(text)
                Issue.record("was read")
            } catch {
                #expect(!error.message.contains(secret.dropFirst(10)))
            }
        }
    }

    @Test func `messages are one line of printable ASCII`() {
        let evil = "\u{1b}[2J\n\u{202e}"
        let errors: [HandoffError] =
            Self.refused.map(\.1) + [
                .unknownFormat(evil), .unknownType(evil), .unsupportedVersion(evil), .field(evil, .unknown),
                .field("x", .envelope(.tooDeep(offset: 3))), .notCanonical, .several, .tooLarge(limit: 5),
                .json(.duplicateKey(offset: 1, key: evil)), .field("x", .address(.badChecksum)),
                .ur(.bytewords(.wrongChecksum)),
            ] + ForeignDialect.allCases.map { .unsupported($0) }
        for error in errors {
            #expect(!error.message.isEmpty && error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
    }
}
