// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import StellarXDR
import Testing

struct ChainMessageTests {
    private let holder = alice.onSolana

    private func asked(_ message: ChainMessage, of key: SigningKey?) -> Scenario {
        Scenario { $0.ask(message, of: key) }
    }

    private func asked(_ text: String = "Verify wallet ownership\nnonce: 12345", expires: Timestamp? = nil) -> Scenario
    {
        asked(ChainSample.message(text, to: holder.address, expires: expires), of: SigningKey(holder.identity))
    }

    @Test func `is signed as its bytes are, by the key of its address`() throws {
        let text = "hello é 世界"
        let signed = try asked(text).reviewed.approve().signed(by: holder)
        #expect(signed.signer == holder.identity && signed.envelope == nil)
        #expect(
            Ed25519.verify(signed.signature, message: Array(text.utf8), publicKey: alice.account.key.bytes))
    }

    @Test func `no other key signs it, whatever it has reviewed`() throws {
        let approved = try asked().reviewed.approve()
        for signer in [bob.onSolana, carol.onSolana] {
            #expect(throws: SigningError<SodiumError>.self) { try approved.signed(by: signer) }
        }
        #expect(throws: SigningError<SodiumError>.self) { try approved.signed(by: alice) }
    }

    @Test func `a key of another chain signs nothing of Stellar`() throws {
        var scenario = Scenario()
        let identity = holder.identity
        scenario.setUp = { $0.key = SigningKey(identity) }
        #expect(throws: ApprovalError.self) { try scenario.reviewed.approve() }
        let approved = try Scenario { $0.setUp = { $0.key = SigningKey(alice.account) } }.reviewed.approve()
        #expect(throws: SigningError<SodiumError>.self) { try approved.signed(by: holder) }
    }

    @Test func `shows who asks, for which address, and every line of the text`() {
        let text = ReviewText.of(
            asked("Sign in\n  to \u{1b}[2Jit\nnonce: 5", expires: Timestamp(now.seconds + 90)).review)
        for line in [
            "Message for Solana, not a transaction", "asked by \"https://transfer.meso.network\"",
            "purpose, not checked: \"wallet verification\"", "3 lines:", "\"Sign in\"", "\"nonce: 5\"",
            "no response counts after",
        ] {
            #expect(text.contains(line), "\(line) is not in \(text)")
        }
        #expect(text.filter { $0 != " " && $0 != "\n" }.contains(holder.address.text))
        #expect(!text.utf8.contains(0x1b))
    }

    @Test func `the document has the same facts, escaped`() throws {
        let document = ReviewJSON.document(
            asked(ChainSample.message("a\u{202e}b", to: holder.address, origin: "https://\u{202e}x"), of: nil).review)
        #expect(try document.string("chain") == ChainNetwork.solana.caip2)
        #expect(try document.string("address") == holder.address.text)
        #expect(try document.string("scheme") == "solana-raw")
        #expect(document["expires"] == .null)
        #expect(!document.text().contains("\u{202e}") && !document.text().contains("\\u202e"))
    }

    @Test func `the hash is that of the bytes, or what an eip155 key signs`() {
        let message = ChainSample.message("Hello")
        #expect(asked(message, of: nil).review.hash?.bytes == SHA256.hash(Array("Hello".utf8)))
        let other = ChainSample.message("Hello", to: ChainSample.ethereum)
        #expect(asked(other, of: nil).review.hash?.bytes == EIP191.hash(Array("Hello".utf8)))
    }

    @Test func `a policy without messages refuses it`() {
        let identity = holder.identity
        var scenario = asked()
        let setUp = scenario.setUp
        scenario.setUp = {
            setUp(&$0)
            $0.key = SigningKey(identity)
            $0.policy = Policy()
        }
        #expect(scenario.review.findings.contains { $0.rule == .policy && $0.level == .refuse })
    }
}
