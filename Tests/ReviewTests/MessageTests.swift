// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing
import TextCodec
import XDR

struct MessageTests {
    @Test func `the messages of the vectors have their hash and verify, or do not`() throws {
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

    @Test func `a message is a message, and is signed by whom it asks`() throws {
        let reviewed = message("Hello").reviewed
        #expect(reviewed.review.kind == .message && reviewed.review.network == nil)
        #expect(reviewed.review.findings.filter { $0.rule == .message }.map(\.level) == [.warn])
        let signed = try reviewed.approve().signed(by: alice)
        #expect(signed.envelope == nil)
        #expect(StellarMessage.verify(signed.signature, message: Array("Hello".utf8), by: alice.account))
    }

    @Test func `a message for another account is held`() {
        #expect(throws: ApprovalError.self) { try message("Hello", for: bob).reviewed.approve() }
    }

    @Test func `a message cannot lay out lines of its own`() {
        let evil = message("pay\u{1b}[2J" + String(repeating: " ", count: 90) + "Hash     0000\n\u{202e}\rx\"").review
        let shown = ReviewText.of(evil)
        #expect(shown.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) })
        #expect(!shown.split(separator: "\n").contains { $0.hasPrefix("  Hash     0000") })
    }
}
