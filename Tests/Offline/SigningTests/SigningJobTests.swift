// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Requests
import Review
import SafeFiles
import Signing
import Stellar
import StellarXDR
import Testing
import TextCodec
import Vault
import XDR

struct SigningJobTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice", "bob") }

    private func paid(sequence: Int64 = 101) throws -> ParsedRequest {
        try request(try payment(from: try vault.account("alice"), sequence: sequence))
    }

    @Test func `signs a request and records its delivery, as a front end does`() throws {
        let name = try KeyName("alice")
        let text = try document(.transaction(try payment(from: try vault.account("alice")))).json.text()
        let context = try VaultContext(folder: vault.folder, for: [name])
        let request = try ParsedRequest(
            try TransactionInput(Array(text.utf8), origin: "request.json"), NetworkSelection())
        let job = try SigningJob(
            request, by: [name], in: context, at: GivenTime(now), machine: StoppedClock(), isUnattended: false)
        #expect(ReviewText.of(job.reviews[0]).contains("10 XLM"))
        var consent = job.consent()
        for question in consent.questions { try consent.answer(question.value) }
        if consent.needsYes { try consent.agree("yes") }
        let done = try job.sign(try consent.approval(), unlock: vault.unlock)
        #expect(try HandoffInput.recognise(try done.result.text(.xdr)).dialect == .base64)
        #expect(try vault.journal() == ["intent", "signed"])
        try done.recordDelivery()
        #expect(try vault.journal() == ["intent", "signed", "delivered"])
    }

    @Test func `signs nothing if the intent cannot be written to the journal`() throws {
        let job = try vault.job(try paid(), by: "alice")
        // A journal that cannot be written: a folder in its place.
        try SafeFiles.createFolder(vault.folder + "/journal")
        #expect(throws: Failure.self) { _ = try job.sign(job.approved(), unlock: vault.unlock) }
        try SafeFiles.removeFolder(vault.folder + "/journal")
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
            _ = try job.sign(approval) { name throws(Failure) in
                guard name.text == "alice" else { throw Failure(.refused, "no PIN for \(name.text)") }
                return try vault.unlock(name)
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
        #expect(job.consent().note == "passed by the policy: W-NOTB")
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
        #expect(job.consent().refusal != nil)
    }
}

/// Parses the text of a result.
enum SignedText {
    static func envelope(_ text: String) throws -> TransactionEnvelope? {
        if case .envelope(let envelope) = try HandoffInput.recognise(text).content { envelope } else { nil }
    }
}
