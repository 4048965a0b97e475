// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Handoff
import Review
import Stellar
import StellarXDR
import Testing
import Vault

@testable import Signing

/// Notes and acceptances in the journal, and its verification.
struct RecordTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice", "bob") }

    private func sign(_ sequence: Int64, by name: String) throws -> TransactionEnvelope {
        let job = try vault.job(
            try request(try payment(from: try vault.account("alice"), sequence: sequence)), by: name,
            isUnattended: false)
        let text = try job.sign(job.approved(), unlock: vault.unlock).result.text(.xdr)
        return try #require(try SignedText.envelope(text))
    }

    /// Adds an account to the book of Bob, who records used numbers.
    private func know(_ name: String) throws {
        let known = KnownAccount(account: try vault.account(name))
        try vault.edit(by: "bob") { $0.adding(accounts: [known]) }
    }

    private func used(_ envelope: TransactionEnvelope) throws -> UsedSequence {
        try UsedSequence(
            of: try request(envelope), notedBy: try KeyName("bob"), in: try vault.context("bob"), at: GivenTime(now),
            machine: StoppedClock())
    }

    @Test func `records the sequence number of a known signer's transaction`() throws {
        let signed = try sign(101, by: "alice")
        let accepted = try JournalAcceptance(by: try KeyName("bob"), in: vault.vault)
        try accepted.write(accepting: accepted.writers, by: try vault.unlock("bob"))
        try know("alice")
        let used = try used(signed)
        #expect(try used.sequence == 101 && used.signer == vault.account("alice"))
        #expect(try failure { try used.confirmation.check("y") }.kind == .refused)
        try used.write(by: try vault.unlock("bob"))
        #expect(try vault.journal().last == "seen")
    }

    @Test func `records nothing without a known signer's signature on a transaction`() throws {
        try know("alice")
        let unsigned = try payment(from: try vault.account("alice"))
        #expect(try failure { _ = try used(unsigned) }.hint?.plain == "take the signed envelope, not the request")
        #expect(try failure { _ = try used(try payment(from: account("stranger"))) }.kind == .refused)
        let zero = try payment(from: try vault.account("alice"), sequence: 0)
        #expect(try failure { _ = try used(zero) }.kind == .badInput)
        let payload = try failure {
            _ = try UsedSequence(
                of: try ParsedRequest(payload: "00"), notedBy: try KeyName("bob"), in: try vault.context("bob"),
                at: GivenTime(now), machine: StoppedClock())
        }
        #expect(payload.message == "the payload: only a transaction uses a sequence number")
    }

    @Test func `asks only once to accept another key's lines`() throws {
        _ = try sign(101, by: "alice")
        let acceptance = try JournalAcceptance(by: try KeyName("bob"), in: vault.vault)
        #expect(!acceptance.isSettled && acceptance.writers.map(\.name.text) == ["alice"])
        let (text, confirmation) = acceptance.question(about: acceptance.writers[0])
        #expect(text.contains("Key alice") && !confirmation.accepts(""))
        #expect(try !acceptance.needsAgreement && acceptance.unprovenLines().isEmpty)
        try acceptance.write(accepting: acceptance.writers, by: try vault.unlock("bob"))
        #expect(try JournalAcceptance(by: try KeyName("bob"), in: vault.vault).isSettled)
    }

    @Test func `refuses an acceptance if the journal changed in the meantime`() throws {
        _ = try sign(101, by: "alice")
        let acceptance = try JournalAcceptance(by: try KeyName("bob"), in: vault.vault)
        _ = try sign(102, by: "alice")
        let failure = try failure {
            try acceptance.write(accepting: acceptance.writers, by: try vault.unlock("bob"))
        }
        #expect(failure.kind == .refused)
    }

    @Test func `verifies the journal against all seals, and proves one with a PIN`() throws {
        _ = try sign(101, by: "alice")
        var verification = try JournalVerification(vault.vault)
        #expect(verification.lines[0].plain.hasPrefix("entries   4"))
        #expect(verification.lines.last?.plain == "proven    no: key NAME and its PIN do that")
        try verification.prove(with: try vault.unlock("alice"))
        #expect(verification.lines.last?.plain == "proven    by the PIN of alice")
        #expect(verification.document["proven_by"] == "alice")
    }

    @Test func `a journal is listed as text and as documents, and says when it is empty`() throws {
        let empty = try JournalListing(folder: vault.folder)
        #expect(empty.notes == ["nothing has been signed yet"])
        _ = try sign(101, by: "alice")
        let journal = try JournalListing(folder: vault.folder)
        #expect(journal.notes.isEmpty)
        var (lines, documents) = ([String](), [String]())
        try journal.visit(isJSON: false) { lines.append($0) }
        try journal.visit(isJSON: true) { documents.append($0) }
        #expect(
            lines.count == 4 && lines[0].hasPrefix("1  ") && lines[0].contains("key alice: imported, G")
                && documents[0].hasPrefix("{\"version\":1,\"line\":1,"))
    }

    @Test func `what the reader of a journal refuses ends the listing`() throws {
        _ = try sign(101, by: "alice")
        let full = Failure(.cannotCreate, "no space")
        var count = 0
        #expect(throws: full) {
            try JournalListing(folder: vault.folder).visit(isJSON: false) { _ throws(Failure) in
                count += 1
                throw full
            }
        }
        #expect(count == 1)
    }

    @Test func `asks about each key that has signed lines, and writes what was accepted`() throws {
        _ = try sign(101, by: "alice")
        let no = Script(answers: [""])
        let none = try JournalAcceptanceJob.run(by: "bob", in: vault.vault, at: no, pin: no)
        #expect(none.document["accepted_keys"] == [] && none.lines.isEmpty)
        let script = Script()
        let outcome = try JournalAcceptanceJob.run(by: "bob", in: vault.vault, at: script, pin: script)
        #expect(script.events == ["asked", "PIN of bob"])
        #expect(outcome.lines == ["key bob accepts the journal lines of key alice"])
        let again = Script()
        let settled = try JournalAcceptanceJob.run(by: "bob", in: vault.vault, at: again, pin: again)
        #expect(again.events.isEmpty && settled.lines.count == 1)
        #expect(settled.lines.first?.hasPrefix("there is nothing to accept") == true)
    }

    @Test func `accepts nothing where no one can be asked`() throws {
        _ = try sign(101, by: "alice")
        let script = Script()
        script.hasTerminal = false
        #expect(throws: Confirmation.unanswerable) {
            try JournalAcceptanceJob.run(by: "bob", in: vault.vault, at: script, pin: script)
        }
        #expect(script.events == ["shown"])
    }

    private func note(_ envelope: TransactionEnvelope, isAgreed: Bool = false, _ script: Script) throws -> UsedSequence
    {
        let text = try document(.transaction(envelope)).json.text()
        return try UsedSequence.run(
            of: { () throws(Failure) in try TransactionInput(Array(text.utf8), origin: "request.json") },
            networks: NetworkSelection(), notedBy: "bob", in: vault.vault, at: { GivenTime(now) },
            machine: StoppedClock(), isAgreed: isAgreed, frontEnd: script, pin: script)
    }

    @Test func `notes a used number once its transaction was read and agreed to`() throws {
        let signed = try sign(101, by: "alice")
        try know("alice")
        let lonely = Script()
        lonely.hasTerminal = false
        #expect(try failure { _ = try note(signed, lonely) } == UsedSequence.unanswerable)
        #expect(try failure { _ = try note(signed, Script(answers: ["no"])) }.kind == .refused)
        #expect(try vault.journal().last == "change")
        let agreed = Script()
        #expect(try note(signed, isAgreed: true, agreed).sequence == 101)
        #expect(agreed.events == ["shown", "PIN of bob"] && agreed.page.contains("10 XLM"))
        #expect(try vault.journal().last == "seen")
        let asked = Script()
        _ = try note(signed, asked)
        #expect(asked.events == ["asked", "PIN of bob"])
    }

    @Test func `a PIN is asked for only to prove a seal`() throws {
        _ = try sign(101, by: "alice")
        let script = Script()
        let plain = try JournalVerification.run(in: vault.vault, provenBy: nil, pin: script)
        #expect(script.events.isEmpty && plain.document["proven_by"] == .null)
        let proven = try JournalVerification.run(in: vault.vault, provenBy: "alice", pin: script)
        #expect(script.events == ["PIN of alice"] && proven.document["proven_by"] == "alice")
    }
}
