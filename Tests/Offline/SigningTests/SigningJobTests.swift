// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import SafeFiles
import Stellar
import StellarXDR
import Testing
import Vault

@testable import Signing

struct SigningJobTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice", "bob") }

    private func paid(sequence: Int64 = 101) throws -> ParsedRequest {
        try request(try payment(from: try vault.account("alice"), sequence: sequence))
    }

    private func text() throws -> String {
        try document(.transaction(try payment(from: try vault.account("alice")))).json.text()
    }

    @Test func `reviews, asks, opens the key, signs, delivers and records the delivery, in this order`() throws {
        let script = Script()
        let job = try SigningJob(
            .request(try input(try text())), try vault.terms("alice", isUnattended: false), events: script.hear)
        var atDelivery: [String] = []
        let signed = try job.run(at: script, pin: script) { result throws(Failure) in
            do { atDelivery = try vault.journal() } catch { throw Failure(any: error) }
            return try result.text(job.format)
        }
        #expect(script.page.contains("10 XLM") && script.events == ["asked", "PIN of alice"])
        #expect(try HandoffInput.recognise(signed).dialect == .base64)
        #expect(atDelivery == ["intent", "signed"])
        #expect(try vault.journal() == ["intent", "signed", "delivered"])
    }

    @Test(arguments: [false, true])
    func `the journal has the digest of the page that was shown, without its width`(isFull: Bool) throws {
        let script = Script(in: BracketStyle())
        let terms = try vault.terms("alice", "bob", isFull: isFull, isUnattended: false)
        let job = try SigningJob(.request(try input(try text())), terms) { _ in }
        try job.run(at: script, pin: script) { _ in }
        #expect(try vault.digests() == [Hash(sha256: Array(script.page.utf8)), Hash(sha256: Array(script.page.utf8))])
        let plain = job.reviews.enumerated().map { (["alice", "bob"][$0.offset], $0.element) }
        #expect(script.page == ReviewText.of(plain, full: isFull, on: Screen(in: BracketStyle())))
        #expect(script.page.contains("[add the contact") && !ReviewText.of(plain, full: isFull).contains("["))
    }

    @Test func `records no delivery if the result could not be handed over`() throws {
        let script = Script()
        let job = try SigningJob(.request(try input(try text())), try vault.terms("alice")) { _ in }
        let full = Failure(.cannotCreate, "no space")
        #expect(throws: full) { try job.run(at: script, pin: script) { _ throws(Failure) in throw full } }
        #expect(try vault.journal() == ["intent", "signed"])
    }

    @Test func `asks for no PIN after a wrong or missing answer, and for what is refused`() throws {
        for answers in [["no"], []] {
            let script = Script(answers: answers)
            let job = try SigningJob(
                .request(try input(try text())), try vault.terms("alice", isUnattended: false)
            ) { _ in }
            #expect(throws: Failure.self) { try job.run(at: script, pin: script) { _ in } }
            #expect(script.events == ["asked"])
        }
        let script = Script()
        let hash = String(repeating: "ab", count: 32)
        let job = try SigningJob(
            .payload(hash), try vault.terms("alice", format: .signature, isUnattended: false)
        ) { _ in }
        #expect(try failure { try job.run(at: script, pin: script) { _ in } }.message.contains("never signed"))
        #expect(script.events == ["shown"])
        #expect(try vault.journal() == [])
    }

    @Test func `a wrong PIN may be corrected, and the last wrong one signs nothing`() throws {
        let terms = try vault.terms("alice", isUnattended: false)
        let corrected = Script(pins: ["111222"])
        try SigningJob(.request(try input(try text())), terms) { _ in }.run(at: corrected, pin: corrected) { _ in }
        #expect(corrected.events == ["asked", "PIN of alice", "again", "note"])
        let wrong = Script(pins: ["111222", "111222", "111222"])
        let job = try SigningJob(.request(try input(try text())), terms) { _ in }
        #expect(try failure { try job.run(at: wrong, pin: wrong) { _ in } }.kind == .refused)
        #expect(try vault.journal() == ["intent", "signed", "delivered"])
    }

    @Test func `chooses the key that has to sign, and says so before the review`() throws {
        let script = Script()
        let job = try SigningJob(.request(try input(try text())), try vault.terms(), events: script.hear)
        #expect(job.keys.map(\.name.text) == ["alice"] && script.events == ["key"])
    }

    @Test func `reports a format that does not suit before anything is shown`() throws {
        for (subject, format) in [
            (SigningJob.Subject.payload("00ff"), SignedFormat.response), (.payload("00ff"), .minisig),
        ] {
            #expect(
                try failure { _ = try SigningJob(subject, try vault.terms("alice", format: format)) { _ in } }.kind
                    == .usage)
        }
    }

    @Test func `signs nothing if the intent cannot be written to the journal`() throws {
        let job = try vault.job(try paid(), by: "alice")
        // A journal that cannot be written: a folder in its place.
        let journal = try SafeFiles.read(vault.folder + "/journal", limit: 1 << 16)
        try SafeFiles.remove(vault.folder + "/journal")
        try SafeFiles.createFolder(vault.folder + "/journal")
        #expect(throws: Failure.self) { _ = try job.sign(job.approved(), unlock: vault.unlock) }
        try SafeFiles.removeFolder(vault.folder + "/journal")
        try SafeFiles.write(journal, to: vault.folder + "/journal", replacing: false)
        #expect(try vault.journal() == [])
    }

    @Test func `several keys sign one envelope, each with an intent of its own`() throws {
        let job = try vault.job(try paid(), by: "alice", "bob")
        let done = try job.sign(job.approved(), unlock: vault.unlock)
        let signed = try #require(try SignedText.envelope(done.result.text(.xdr)))
        let keys = [try vault.account("alice"), try vault.account("bob")].map(\.key)
        #expect(Set(signed.signers(among: keys, on: .testnet)) == Set(keys))
        #expect(try vault.journal() == ["intent", "signed", "intent", "signed"])
    }

    @Test func `unlocks all keys before the first signature`() throws {
        let job = try vault.job(try paid(), by: "alice", "bob")
        let approval = try job.approved()
        let failure = try failure {
            _ = try job.sign(approval) { key throws(Failure) in
                guard key.name.text == "alice" else { throw Failure(.refused, "no PIN for \(key.name.text)") }
                return try vault.unlock(key)
            }
        }
        #expect(failure.message == "no PIN for bob")
        #expect(try vault.journal() == [])
    }

    @Test func `stops if another program has since signed with the same sequence number`() throws {
        let waiting = try vault.job(try paid(), by: "alice")
        let other = try vault.job(
            try request(try payment(from: try vault.account("alice"), to: account("mallory"))), by: "alice")
        _ = try other.sign(other.approved(), unlock: vault.unlock)
        let failure = try failure { _ = try waiting.sign(waiting.approved(), unlock: vault.unlock) }
        #expect(failure.kind == .refused && failure.message.contains("W-SEQUSED"))
        #expect(try vault.journal() == ["intent", "signed"])
    }

    @Test func `continues if signatures made since do not change the review`() throws {
        let waiting = try vault.job(try paid(), by: "alice")
        let other = try vault.job(try request(try payment(from: try vault.account("bob"))), by: "bob")
        _ = try other.sign(other.approved(), unlock: vault.unlock)
        _ = try waiting.sign(waiting.approved(), unlock: vault.unlock)
        #expect(try vault.journal() == ["intent", "signed", "intent", "signed"])
    }

    @Test func `stops if the book changed between review and signature`() throws {
        try vault.edit(by: "alice") { $0.adding(contacts: [Contact(name: "shop", account: account("shop"))]) }
        let job = try vault.job(try paid(), by: "alice")
        let approval = try job.approved()
        try vault.edit(by: "alice") { $0.adding(contacts: [Contact(name: "bob", account: account("bob"))]) }
        #expect(try failure { _ = try job.sign(approval, unlock: vault.unlock) }.message.contains("book"))
        #expect(try vault.journal() == ["change", "change"])
    }

    @Test func `a forged journal line stops the job before any review`() throws {
        let job = try vault.job(try paid(), by: "alice")
        _ = try job.sign(job.approved(), unlock: vault.unlock)
        var bytes = try SafeFiles.read(vault.folder + "/journal", limit: 1 << 20)
        bytes += Array("{\"forged\":true}\n".utf8)
        try SafeFiles.write(bytes, to: vault.folder + "/journal", replacing: true)
        #expect(throws: Failure.self) { _ = try vault.job(try paid(sequence: 102), by: "alice") }
    }

    @Test func `reports a missing key`() throws {
        #expect(try failure { _ = try vault.job(try paid(), by: "carol") }.kind == .noInput)
    }

    @Test func `a proven policy passes only the holds of its listed rules`() throws {
        var policy = Policy()
        policy.networks = [.testnet]
        policy.operations = .only(["payment"])
        policy.destinations = .any
        policy.assets = .any
        policy.perTransaction = .unlimited
        policy.perDay = .unlimited
        policy.fee = try Amount("1")
        policy.unattended = [.noEnd]
        try vault.set(policy, by: "alice")
        let endless = try request(try payment(from: try vault.account("alice"), expires: false))
        let job = try vault.job(endless, by: "alice")
        #expect(try job.consent().note == "passed by the policy: W-NOTB")
        _ = try job.sign(job.approved(), unlock: vault.unlock)
        #expect(try vault.journal() == ["change", "intent", "signed"])
        policy.unattended = []
        try vault.set(policy, by: "alice")
        let again = try request(try payment(from: try vault.account("alice"), sequence: 102, expires: false))
        #expect(throws: Failure.self) { _ = try vault.job(again, by: "alice").consent().approval() }
    }

    @Test func `unattended, a policy with a daily limit refuses a given time`() throws {
        var policy = Policy()
        policy.perDay = .by(["native": try Amount("5")])
        try vault.set(policy, by: "alice")
        let told = GivenTime(Timestamp(now.seconds + 86_400), isTold: true)
        let failure = try failure { _ = try vault.job(try paid(), by: "alice", time: told) }
        #expect(failure.kind == .refused && failure.message.contains("now"))
        _ = try vault.job(try paid(), by: "alice", isUnattended: false, time: told)
    }

    @Test func `signs a payload unchanged and records no delivery`() throws {
        let job = try vault.job(try ParsedRequest(payload: "00ff"), by: "alice", isUnattended: false)
        let done = try job.sign(job.approved(), unlock: vault.unlock)
        #expect(try Base64.decode(try done.result.text(.signature)).count == 64)
        #expect(done.result.response == nil && done.result.code == nil)
        try done.recordDelivery()
        #expect(try vault.journal() == ["intent", "signed"])
    }

    @Test func `refuses a 32-byte payload, which could be a transaction hash`() throws {
        let request = try ParsedRequest(payload: String(repeating: "ab", count: 32))
        let job = try vault.job(request, by: "alice", isUnattended: false)
        #expect(try job.consent().refusal != nil)
    }
}

/// Parses the text of a result.
enum SignedText {
    static func envelope(_ text: String) throws -> TransactionEnvelope? {
        if case .envelope(let envelope) = try HandoffInput.recognise(text).content { envelope } else { nil }
    }
}
