// SPDX-License-Identifier: Apache-2.0

// Imports without @testable: these tests see only the public API.
import ColdstarSigner
import ColdstarStellar
import Foundation
import Testing

/// The signer's library, each test with a vault of its own; each PIN entry takes half a second.
struct PublicAPITests {
    private static let pin = "29401755"
    private static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

    private static func secret(_ text: String) throws(ColdstarError) -> Secret {
        let bytes = Array(text.utf8)
        return try Secret(capacity: 64) {
            $0.copyBytes(from: bytes)
            return bytes.count
        }
    }

    private struct Machine: ~Copyable {
        let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID().uuidString)").path
        let vault: SigningVault
        let key: SigningKey

        init() throws {
            vault = SigningVault(folder: folder)
            key = try vault.createKey(named: "savings", pin: try secret(pin)) { _ in }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// A payment of the key's account to another one, valid for an hour.
        func payment(to destination: String = alice) -> String {
            let end = UInt64(Date.now.timeIntervalSince1970) + 3600
            return """
                type: ENVELOPE_TYPE_TX
                tx.sourceAccount: \(key.account)
                tx.fee: 100
                tx.seqNum: 5
                tx.cond.type: PRECOND_TIME
                tx.cond.timeBounds.minTime: 0
                tx.cond.timeBounds.maxTime: \(end)
                tx.memo.type: MEMO_NONE
                tx.operations.len: 1
                tx.operations[0].sourceAccount._present: false
                tx.operations[0].body.type: PAYMENT
                tx.operations[0].body.paymentOp.destination: \(destination)
                tx.operations[0].body.paymentOp.asset: XLM
                tx.operations[0].body.paymentOp.amount: 105000000
                tx.ext.v: 0
                signatures.len: 0
                """
        }
    }

    @Test func `signs a payment after its review and typed answers`() throws {
        let machine = try Machine()
        #expect(try machine.vault.keys() == [machine.key])
        let review = try machine.vault.review(machine.payment(), by: ["savings"], on: .testnet)
        #expect(review.text.contains("10.5 XLM") && !review.findings.isEmpty)
        let answers = review.questions.map(\.value)
        #expect(!answers.isEmpty)
        let signed = try review.sign(answering: answers) { _ throws(ColdstarError) in try Self.secret(Self.pin) }
        let transaction = try Transaction(parsing: try signed.text(.envelope))
        #expect(transaction.signatureCount == 1)
        #expect(transaction.hash(on: .testnet) == review.hash)
        #expect(try signed.text(.response).contains("coldstar-response"))
    }

    @Test func `refuses to sign with missing, wrong or extra answers`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), on: .testnet)
        for answers in [[], ["no"], review.questions.map { _ in "" }, review.questions.map(\.value) + ["yes"]] {
            let error = #expect(throws: ColdstarError.self) {
                try review.sign(answering: answers) { _ throws(ColdstarError) in
                    Issue.record("the PIN was asked for")
                    return try Self.secret(Self.pin)
                }
            }
            #expect(error?.kind == .refused)
        }
    }

    @Test func `a wrong PIN signs nothing`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), on: .testnet)
        let error = #expect(throws: ColdstarError.self) {
            try review.sign(answering: review.questions.map(\.value)) { _ throws(ColdstarError) in
                try Self.secret("29401756")
            }
        }
        #expect(error?.kind == .refused)
    }

    @Test func `reports misuse if a transaction comes without a network`() throws {
        let machine = try Machine()
        let error = #expect(throws: ColdstarError.self) { try machine.vault.review(machine.payment()) }
        #expect(error?.kind == .misuse)
    }

    @Test(arguments: ["", "AAAA", "hello", "{\"format\": \"coldstar-request\"}"])
    func `rejects input that is not a request`(text: String) throws {
        let vault = SigningVault(folder: "/nonexistent")
        #expect(throws: ColdstarError.self) { try vault.review(text, on: .testnet) }
    }

    @Test(arguments: ["1234\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "29401755\n", "a passphrase\u{7f}"])
    func `a PIN with control characters creates no key`(pin: String) throws {
        let vault = SigningVault(folder: "/nonexistent")
        let error = #expect(throws: ColdstarError.self) {
            try vault.createKey(named: "savings", pin: try Self.secret(pin)) { _ in
                Issue.record("showed the words of a key that was not created")
            }
        }
        #expect(error?.kind == .invalidInput)
    }

    @Test func `a PIN excludes the unused rest of its buffer`() throws {
        let secret = try Self.secret("1234")
        #expect(secret.withBytes { $0.count } == 4)
    }

    @Test func `a weak PIN or a name in use creates no key`() throws {
        let machine = try Machine()
        #expect(throws: ColdstarError.self) {
            try machine.vault.createKey(named: "other", pin: try Self.secret("1234")) { _ in
                Issue.record("showed the words of a key that was not created")
            }
        }
        let error = #expect(throws: ColdstarError.self) {
            try machine.vault.createKey(named: "savings", pin: try Self.secret(Self.pin)) { _ in
                Issue.record("showed the words of a key that was not created")
            }
        }
        #expect(error?.kind == .notWritten)
        #expect(try machine.vault.keys().count == 1)
    }
}
