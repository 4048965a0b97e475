// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Stellar
import StellarXDR
import Testing
import Vault

@testable import Signing

struct BatchSigningTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice", "bob") }

    private func lines(_ envelopes: [TransactionEnvelope]) throws -> TransactionLines {
        let text = envelopes.map { Base64.encode($0.xdr) }.joined(separator: "\n") + "\n"
        return try TransactionLines(Array(text.utf8), origin: "batch.txt")
    }

    private func job(
        _ envelopes: [TransactionEnvelope], by names: String..., format: SignedFormat = .xdr
    ) throws -> BatchSigningJob {
        var terms = try vault.terms(networks: testnet, format: format)
        terms.keys = try KeySelection(named: names)
        return try BatchSigningJob(try lines(envelopes), terms) { _ in }
    }

    private func payments(_ count: Int64) throws -> [TransactionEnvelope] {
        let alice = try vault.account("alice")
        return try (0..<count).map { try payment(from: alice, sequence: 101 + $0) }
    }

    @Test func `signs every line in order after one approval`() throws {
        let payments = try payments(3)
        let job = try job(payments, by: "alice")
        let done = try job.sign(try job.consent().approval(), unlock: vault.unlock)
        #expect(done.result.outcomes.map(\.hash) == payments.map { $0.hash(on: .testnet) })
        #expect(done.result.lines.count == 3)
        #expect(try vault.journal() == ["intent", "intent", "intent", "signed", "signed", "signed"])
        try done.recordDelivery()
        #expect(try vault.journal().suffix(3) == ["delivered", "delivered", "delivered"])
    }

    @Test func `reviews, asks once, opens the key, signs and delivers, in this order`() throws {
        let payments = try payments(2)
        let script = Script()
        let terms = try vault.terms("alice", networks: testnet, isFull: true, isUnattended: false)
        let job = try BatchSigningJob(try lines(payments), terms, events: script.hear)
        let signed = try job.run(at: script, pin: script) { signed throws(Failure) in
            script.hear(.keyChosen("delivered"))
            return signed
        }
        #expect(signed.outcomes.map(\.hash) == payments.map { $0.hash(on: .testnet) })
        #expect(
            script.events == [
                "reviewed 1/2", "reviewed 2/2", "asked", "PIN of alice", "signed 1/2", "signed 2/2", "key",
            ])
        #expect(script.page.hasPrefix(BatchText.of(job.batch.review)) && script.page.contains("Line 2\n"))
        #expect(
            try vault.journal() == ["intent", "intent", "signed", "signed", "delivered", "delivered"])
        #expect(
            try vault.digests() == Array(repeating: Hash(sha256: Array(BatchText.of(job.batch.review).utf8)), count: 2))
    }

    @Test func `asks for no PIN if the question about a batch gets another answer`() throws {
        let script = Script(answers: ["no"])
        let terms = try vault.terms("alice", networks: testnet, isUnattended: false)
        let job = try BatchSigningJob(try lines(try payments(2)), terms) { _ in }
        #expect(try failure { try job.run(at: script, pin: script) { _ in } }.kind == .refused)
        #expect(script.events == ["asked"])
        #expect(try vault.journal() == [])
    }

    @Test func `records no intent if the key cannot be unlocked`() throws {
        let job = try job(try payments(2), by: "alice")
        let approval = try job.consent().approval()
        let locked = Failure(.refused, "no PIN")
        #expect(throws: locked) { _ = try job.sign(approval) { _ throws(Failure) in throw locked } }
        #expect(try vault.journal() == [])
    }

    @Test func `refuses to sign a batch with several keys`() throws {
        #expect(try failure { _ = try job(try payments(2), by: "alice", "bob") }.kind == .usage)
    }

    @Test(arguments: [SignedFormat.json, .txrep, .sep7, .ur, .lumensigner, .request])
    func `refuses a format that a batch does not support`(_ format: SignedFormat) throws {
        #expect(try failure { _ = try job(try payments(2), by: "alice", format: format) }.kind == .usage)
    }

    @Test func `refuses the same transaction twice, and names the first line`() throws {
        let payments = try payments(2)
        let failure = try failure { _ = try job([payments[0], payments[1], payments[0]], by: "alice") }
        #expect(failure.message == "batch.txt:3: the same transaction as in line 1")
    }

    @Test func `refuses a line that is not a transaction`() throws {
        let message = try document(.message(MessageContent(text: "hello"))).json.text()
        let text = try payments(1).map { Base64.encode($0.xdr) } + [message]
        let lines = try TransactionLines(Array(text.joined(separator: "\n").utf8), origin: "batch.txt")
        let failure = try failure {
            _ = try ReviewedBatch(
                lines, testnet, in: try vault.context(), for: .reader(now: now, candidates: []))
        }
        #expect(failure.kind == .badInput && failure.message.hasPrefix("batch.txt:2: "))
    }

    @Test func `the approval of one batch signs no other`() throws {
        let small = try job(try payments(2), by: "alice")
        let large = try job(try payments(3), by: "alice")
        let approval = try small.consent().approval()
        #expect(try failure { _ = try large.sign(approval, unlock: vault.unlock) }.kind == .bug)
    }

    @Test func `stops if one of its sequence numbers was used since the review`() throws {
        let waiting = try job(try payments(2), by: "alice")
        let other = try vault.job(
            try request(try payment(from: try vault.account("alice"), to: account("mallory"), sequence: 102)),
            by: "alice")
        _ = try other.sign(other.approved(), unlock: vault.unlock)
        let approval = try waiting.consent().approval()
        #expect(try failure { _ = try waiting.sign(approval, unlock: vault.unlock) }.kind == .refused)
        #expect(try vault.journal() == ["intent", "signed"])
    }
}
