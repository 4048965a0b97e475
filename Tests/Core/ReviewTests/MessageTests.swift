// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

struct MessageTests {
    @Test func `hashes and verifies the SEP-53 vectors as expected`() throws {
        let rows = try Vectors.rows("sep53.json")
        #expect(rows.count > 20)
        for row in rows {
            let message =
                try row.optionalString("message").map { Array($0.utf8) } ?? Base64.decode(try row.string("message_b64"))
            let signature = try Hex.decode(try row.string("signature_hex"))
            let key = try AccountID(address: try row.string("address"))
            let valid = try row.bool("valid")
            #expect(StellarMessage.verify(signature, message: message, by: key) == valid)
            if valid { #expect(StellarMessage.hash(of: message).hex == row["hash_hex"]?.asString) }
        }
    }

    private func message(_ text: String, for person: Person = alice) -> Scenario {
        Scenario {
            $0.subject = .message(Array(text.utf8))
            $0.setUp = {
                $0.claims.kind = .message
                $0.claims.signers = [person.muxed]
                $0.key = SigningKey(alice.account)
            }
        }
    }

    @Test func `classifies every SEP-53 vector as a plain message`() throws {
        for row in try Vectors.rows("sep53.json") {
            let message =
                try row.optionalString("message").map { Array($0.utf8) } ?? Base64.decode(try row.string("message_b64"))
            #expect(MessageKind(message) == nil, "\(row)")
        }
    }

    private static let envelope = Scenario().envelope.xdr
    private static let encoded = Base64.encode(envelope)
    /// An unused secret key, computed here to keep secret keys out of the sources.
    static let secret: String = {
        let payload = [0x90] + [UInt8](repeating: 0x5a, count: 32)
        let sum = CRC16.checksum(payload[...])
        return Base32.encode(payload + [UInt8(sum & 0xff), UInt8(sum >> 8)])
    }()

    /// BIP-39 words in the order of the list, which are not a mnemonic in use.
    private static func words(_ numbers: Range<Int>) -> String {
        numbers.map(EnglishWords.word(at:)).joined(separator: " ")
    }

    private static let web64 = encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    private static let broken = String(encoded.prefix(40)) + "\r\n" + String(encoded.dropFirst(40))
    private static let grouped = String(secret.prefix(28)) + "\n " + String(secret.suffix(28))
    private static let mistyped = String(secret.dropLast(2)) + "AA"
    private static let digits = String(repeating: "0f", count: 32)

    private static let looks: [MessageKind: [String]] = [
        .envelope: [encoded, " " + encoded + "\n", Hex.encode(envelope), web64, broken],
        .link: ["web+stellar:pay?destination=G", "WEB+STELLAR:tx?xdr=AAAA", "  web+stellar:"],
        .code: [
            "UR:COLDSTAR-REQUEST/OEAD", "ur:bytes/1-3/lpad", "sign-hash;m/44'/148'/0';aa", "p1of3;m/44'", "address;G",
            "sign-transaction;x", "signature;x",
        ],
        .document: [
            #"{"format":"coldstar-request"}"#, #"{"format": "coldstar-response", "cut"#, #"{"tx":{"tx":{}}}"#,
            #"[{"tx_fee_bump":1}]"#, #"{"\u0074x":1}"#, "type: ENVELOPE_TYPE_TX\ntx.fee: 100",
            ": comment\ntx.sourceAccount: G", "feeBump.fee: 1",
        ],
        .secret: [
            secret, "my key is \(secret), keep it", "A\(secret)B", mistyped, encoded + secret, grouped, words(0..<12),
            "my words: " + words(300..<324).uppercased().replacing(" ", with: ", "),
            words(0..<6) + "\n" + words(7..<13),
        ],
        .hash: [digits, "0x" + digits.uppercased(), digits + "\n"],
    ]

    @Test(arguments: looks.flatMap { look, texts in texts.map { ($0, look) } })
    func `refuses or holds a message that could be taken for something else`(_ text: String, _ look: MessageKind) throws
    {
        #expect(MessageKind(Array(text.utf8)) == look)
        let reviewed = message(text).reviewed
        let levels = reviewed.review.findings.filter { $0.rule == .message }.map(\.level)
        #expect(levels == [.warn, look == .hash ? .hold : .refuse])
        #expect(throws: ApprovalError.self) { try reviewed.approve() }
        let passed = Set(reviewed.review.holds.compactMap { $0.passed(byTyping: $0.value) })
        if look == .hash {
            _ = try reviewed.approve(holdsPassed: passed).signed(by: alice)
        } else {
            #expect(throws: ApprovalError.self) { try reviewed.approve(holdsPassed: passed) }
        }
        // The finding contains nothing of the secret.
        if look == .secret {
            #expect(reviewed.review.findings.allSatisfy { !$0.message.contains(Self.secret.prefix(20)) })
        }
    }

    @Test func `recognises the bytes of an envelope and of its signature payload`() {
        #expect(MessageKind(Self.envelope) == .envelope)
        let payload = TransactionSignaturePayload(
            networkId: Network.testnet.id, taggedTransaction: .tx(Scenario().envelope.innermost))
        #expect(MessageKind(payload.xdr) == .envelope)
    }

    @Test(arguments: [
        "", "Hello", "I agree to pay 10 XLM to GABC.", "{}", #"{"text": "tx"}"#, "[1, 2]", "type of payment: cash",
        "purple of 1;2", "pof;", "address of the shop", "uranium: none", "see web+stellar:pay links",
        String(repeating: "ab", count: 31), String(repeating: "ab", count: 33), String(repeating: "zz", count: 32),
        words(0..<11), words(0..<11) + " and " + words(11..<20), alice.account.address,
        "S" + String(repeating: "A", count: 54), "SHORT", String(encoded.prefix(60)), "AAAA",
    ])
    func `classifies text that only resembles another format as a message`(_ text: String) {
        #expect(MessageKind(Array(text.utf8)) == nil)
    }

    @Test func `a message is signed by the account that it names`() throws {
        let reviewed = message("Hello").reviewed
        #expect(reviewed.review.kind == .message && reviewed.review.network == nil)
        #expect(reviewed.review.findings.filter { $0.rule == .message }.map(\.level) == [.warn])
        let signed = try reviewed.approve().signed(by: alice)
        #expect(signed.envelope == nil)
        #expect(StellarMessage.verify(signed.signature, message: Array("Hello".utf8), by: alice.account))
    }

    @Test func `a message for another account raises a hold`() {
        #expect(throws: ApprovalError.self) { try message("Hello", for: bob).reviewed.approve() }
    }

    @Test func `a message cannot inject lines into the review`() {
        let evil = message("pay\u{1b}[2J" + String(repeating: " ", count: 90) + "Hash     0000\n\u{202e}\rx\"").review
        let shown = ReviewText.of(evil)
        #expect(shown.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) })
        #expect(!shown.split(separator: "\n").contains { $0.hasPrefix("  Hash     0000") })
    }
}
