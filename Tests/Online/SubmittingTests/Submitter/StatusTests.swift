// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Submitting

/// The status of a transaction according to the journal alone.
struct StatusTests {
    private let alice = TestKey("alice")
    private let home: TestJournal

    init() throws { home = try TestJournal() }

    private var journal: any OnlineJournal { home.journal }

    private func request(_ envelope: TransactionEnvelope) throws -> TransactionHash {
        let hash = envelope.hash(on: .testnet)
        try journal.keep(alice.request(envelope), hash: hash, created: Timestamp(1_000_000))
        return hash
    }

    private func entry(_ hash: TransactionHash, now: Int64 = 1_000_000) throws -> StatusEntry {
        try TransactionHistory(HashPrefix(hash.hex), in: journal, now: now).entry
    }

    @Test func `a request without signatures is unsigned`() throws {
        #expect(try entry(request(alice.payment(by: []))).stage == .unsigned)
    }

    @Test func `a request is partly signed once a signature is recorded`() throws {
        let hash = try request(alice.payment(by: []))
        #expect(journal.record(signaturesOf: [alice.payment(by: [alice])], on: .testnet) == nil)
        let entry = try entry(hash)
        #expect(entry.stage == .partlySigned)
        #expect(entry.signatures.map(\.maker) == [.ed25519(alice.id.key)])
    }

    @Test func `an expired request is settled one second after its expiry`() throws {
        let hash = try request(alice.payment(until: 1_000_005, by: []))
        #expect(try entry(hash, now: 1_000_005).stage == .unsigned)
        let late = try entry(hash, now: 1_000_006)
        #expect(late.stage == .settled && late.kind == .expired)
        // This machine's clock alone proves nothing.
        #expect(late.canStillBeApplied == nil && late.document()["can_still_be_applied"] == .null)
        #expect(late.end == "expired by this machine's clock at 1970-01-12 13:46:45 UTC")
    }

    @Test func `a queued transaction is unsent`() throws {
        let signed = SignedTransaction(alice.payment(by: [alice]), on: .testnet)
        try journal.queue(1) { _ in (signed, []) }
        #expect(try entry(alice.payment(by: []).hash(on: .testnet)).stage == .unsent)
    }

    @Test func `a pending transaction stays pending after its expiry`() throws {
        let envelope = alice.payment(until: 1_000_005, by: [alice])
        let hash = envelope.hash(on: .testnet)
        try journal.queue(1) { _ in (SignedTransaction(envelope, on: .testnet), []) }
        _ = try journal.perform([.attempt(hash: hash)])
        #expect(try entry(hash, now: 2_000_000).stage == .pending)
    }

    @Test func `a transaction that was applied since it was read is reported as applied`() throws {
        let signed = SignedTransaction(alice.payment(by: [alice]), on: .testnet)
        try journal.queue(1) { _ in (signed, []) }
        let pending = try #require(try journal.perform([.attempt(hash: signed.hash)]).first)
        _ = try journal.perform([.outcome(hash: signed.hash, .included(ledger: 11, resultXDR: nil))])
        let entry = try StatusEntry(pending, in: journal, now: 1_000_000)
        #expect(entry.stage == .settled && entry.submission?.state == .included && entry.end == nil)
    }

    @Test func `a request that was queued and applied since it was looked for is reported as applied`() throws {
        let hash = try request(alice.payment(by: []))
        let record = try #require(try journal.request(hash: hash))
        let signed = SignedTransaction(alice.payment(by: [alice]), on: .testnet)
        try journal.queue(1) { _ in (signed, []) }
        _ = try journal.perform([
            .attempt(hash: signed.hash), .outcome(hash: signed.hash, .included(ledger: 11, resultXDR: nil)),
        ])
        let entry = try StatusEntry(record, in: journal, now: 1_000_000)
        #expect(entry.stage == .settled && entry.submission?.state == .included && entry.end == nil)
    }

    @Test func `a request is settled once another transaction has used its sequence number`() throws {
        let hash = try request(alice.payment(amount: 1, by: []))
        let other = SignedTransaction(alice.payment(amount: 2, by: [alice]), on: .testnet)
        try journal.queue(1) { _ in (other, []) }
        _ = try journal.perform([
            .attempt(hash: other.hash), .outcome(hash: other.hash, .included(ledger: 11, resultXDR: nil)),
        ])
        let entry = try entry(hash)
        #expect(entry.stage == .settled)
        #expect(
            entry.end == "it can never be in the ledger: its number 101 was used by \(other.hash) in ledger 11")
    }

    @Test func `a request for an entry is settled when its last ledger has closed`() throws {
        let (request, hash) = try alice.entryRequest()
        try journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        #expect(try entry(hash, now: 1_000_100).stage == .unsigned)
        let late = try entry(hash, now: 1_000_101)
        #expect(late.stage == .settled && late.end?.hasPrefix("its last ledger, 120, was expected at ") == true)
    }

    @Test func `a request for an entry is settled once its signature is in a transaction`() throws {
        let (request, hash) = try alice.entryRequest()
        try journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        let place = alice.payment(by: []).hash(on: .testnet)
        try journal.record(authorized: [hash, place], in: place)
        let entry = try entry(hash)
        #expect(entry.stage == .settled && entry.end == "its signature is in the transaction \(place)")
        #expect(try journal.authorized(place) == nil, "the journal does not know this one")
    }

    // MARK: kinds

    /// Queues a signed payment, and records an attempt with this outcome.
    private func submit(_ envelope: TransactionEnvelope, _ outcome: SubmissionOutcome?) throws -> TransactionHash {
        let signed = SignedTransaction(envelope, on: .testnet)
        try journal.queue(1) { _ in (signed, []) }
        guard let outcome else { return signed.hash }
        _ = try journal.perform([.attempt(hash: signed.hash), .outcome(hash: signed.hash, outcome)])
        return signed.hash
    }

    private static func codes(_ code: ResultCode) -> ResultCodes {
        ResultCodes(transaction: code, innerTransaction: nil, operations: [])
    }

    @Test func `every state is named by what can still happen`() throws {
        let badSequence = Self.codes(.txBadSeq)
        let cases: [(outcome: SubmissionOutcome?, kind: StatusEntry.Kind, isOpen: Bool, status: JSON)] = [
            (nil, .ready, true, "pending"), (.notSent(reason: "busy"), .ready, true, "pending"),
            (.notSent(reason: "it waits", codes: badSequence), .waitsForNumbers, true, "pending"),
            (.unknown(reason: "504"), .submitted, true, "pending"),
            (.included(ledger: 11, resultXDR: nil), .applied, false, "success"),
            (.failed(ledger: 11, resultXDR: nil, codes: nil, reason: "x"), .failed, false, "failed"),
            (
                .failed(ledger: nil, resultXDR: nil, codes: Self.codes(.txInsufficientFee), reason: "x"), .ready, true,
                "failed"
            ),
            (.failed(ledger: nil, resultXDR: nil, codes: badSequence, reason: "used"), .numberUsed, false, "failed"),
            (.expired(reason: ""), .expired, false, "failed"),
        ]
        for (index, item) in cases.enumerated() {
            let key = TestKey("case \(index)")
            let entry = try entry(submit(key.payment(by: [key]), item.outcome))
            #expect(entry.kind == item.kind && entry.canStillBeApplied == item.isOpen, "\(item)")
            #expect(entry.item(isWhole: true).state == item.kind.text, "\(item)")
            let document = entry.document()
            #expect(document["status"] == item.status && document["replaced_by"] == .null, "\(item)")
            #expect(document["can_still_be_applied"] == .bool(item.isOpen), "\(item)")
        }
    }

    @Test func `a signed transaction waits for those of its account with lower numbers`() throws {
        let later = try submit(alice.payment(103, by: [alice]), nil)
        let first = try submit(alice.payment(102, by: [alice]), nil)
        #expect(try entry(later).kind == .waitsForNumbers)
        #expect(try entry(first).kind == .ready)
        #expect(try entry(later).item(isWhole: false).state == "waits for earlier numbers")
        _ = try journal.perform([
            .attempt(hash: first), .outcome(hash: first, .included(ledger: 11, resultXDR: nil)),
        ])
        #expect(try entry(later).kind == .ready)
        let bob = TestKey("bob")
        #expect(try entry(submit(bob.payment(104, by: [bob]), nil)).kind == .ready, "another account")
    }

    @Test func `a transaction whose number another one used names that one`() throws {
        let other = try submit(alice.payment(amount: 2, by: [alice]), .included(ledger: 11, resultXDR: nil))
        let entry = try entry(submit(alice.payment(amount: 1, by: [alice]), nil))
        #expect(entry.kind == .numberUsed && entry.canStillBeApplied == false && entry.replacedBy == other)
        #expect(entry.document()["replaced_by"] == .string(other.hex))
    }

    @Test func `a number that a later one has passed can no longer be used`() throws {
        let (draft, queued) = (
            try request(alice.payment(102, by: [])), try submit(alice.payment(103, by: [alice]), nil)
        )
        let pending = try submit(alice.payment(104, by: [alice]), .unknown(reason: "504"))
        let later = try submit(
            alice.payment(105, by: [alice]), .failed(ledger: 11, resultXDR: nil, codes: nil, reason: "failed"))
        for hash in [draft, queued] {
            let entry = try entry(hash)
            #expect(entry.kind == .numberUsed && entry.canStillBeApplied == false && entry.stage == .settled)
            #expect(entry.replacedBy == nil)
            #expect(entry.end?.contains("can no longer be used: \(later), in ledger 11, has a later one") == true)
        }
        // It may be what used its number.
        let unknown = try entry(pending)
        #expect(unknown.kind == .submitted && unknown.stage == .pending)
        #expect(unknown.canStillBeApplied == false && unknown.end == nil)
        #expect(try entry(request(alice.payment(106, by: []))).kind == .waitsForSignatures)
        let bob = TestKey("bob")
        #expect(try entry(submit(bob.payment(102, by: [bob]), nil)).kind == .ready, "another account")
    }

    @Test func `what was built in the place of a transaction is named before what used its number`() throws {
        let old = try request(alice.payment(amount: 1, by: []))
        let new = try request(alice.payment(107, by: []))
        #expect(journal.record(signaturesOf: [alice.payment(amount: 1, by: [alice])], on: .testnet) == nil)
        _ = try submit(alice.payment(amount: 2, by: [alice]), .included(ledger: 11, resultXDR: nil))
        try journal.record(superseded: old, by: new)
        let entry = try entry(old)
        #expect(entry.kind == .replaced && entry.canStillBeApplied == false && entry.replacedBy == new)
        #expect(entry.end?.hasSuffix("in ledger 11; replaced by \(new)") == true)
    }

    @Test func `a draft stays replaced when what replaced it was replaced and forgotten`() throws {
        let drafts = try (1...4).map { try request(alice.payment(amount: $0, by: [])) }
        for (old, new) in zip(drafts, drafts.dropFirst()) { try journal.record(superseded: old, by: new) }
        for hash in drafts[1...2] { _ = try journal.forget(hash: hash, signatures: 0) }
        let entry = try entry(drafts[0])
        #expect(entry.kind == .replaced && entry.replacedBy == drafts[3] && entry.end == "replaced by \(drafts[3])")
        _ = try journal.forget(hash: drafts[3], signatures: 0)
        #expect(try self.entry(drafts[0]).stage == .unsigned, "nothing is in its place")
        // A circle, as an edited journal could have it.
        try journal.record(superseded: drafts[0], by: drafts[0])
        #expect(try self.entry(drafts[0]).stage == .unsigned)
    }

    @Test func `a queued transaction that expired by this machine's clock may still be applied`() throws {
        let entry = try entry(submit(alice.payment(until: 1_000_005, by: [alice]), nil), now: 1_000_006)
        #expect(entry.kind == .expired && entry.canStillBeApplied == nil)
        #expect(entry.end == "expired by this machine's clock at 1970-01-12 13:46:45 UTC")
    }

    @Test func `a draft waits no longer once another transaction was built in its place`() throws {
        let draft = try request(alice.payment(amount: 1, by: []))
        let next = try request(alice.payment(amount: 2, by: []))
        try journal.record(superseded: draft, by: next)
        try journal.record(superseded: next, by: next)
        let entry = try entry(draft)
        #expect(entry.stage == .settled && entry.kind == .replaced && entry.canStillBeApplied == false)
        #expect(entry.replacedBy == next && entry.end == "replaced by \(next)")
        #expect(!entry.item(isWhole: true).lines.joined().contains("signature"))
        #expect(try self.entry(next).stage == .unsigned)
        let list = try StatusList(journal, limit: 9, withSettled: false, now: 1_000_000)
        #expect(list.entries.map(\.request?.hash) == [next])
    }

    @Test func `a draft that was signed can still be applied, whatever was built from it`() throws {
        let draft = try request(alice.payment(amount: 1, by: []))
        try journal.record(superseded: draft, by: try request(alice.payment(amount: 2, by: [])))
        #expect(journal.record(signaturesOf: [alice.payment(amount: 1, by: [alice])], on: .testnet) == nil)
        let entry = try entry(draft)
        #expect(entry.stage == .partlySigned && entry.kind == .waitsForSignatures && entry.canStillBeApplied == true)
    }

    @Test func `a draft that is requested again waits again`() throws {
        let draft = try request(alice.payment(amount: 1, by: []))
        try journal.record(superseded: draft, by: try request(alice.payment(amount: 2, by: [])))
        _ = try request(alice.payment(amount: 1, by: []))
        #expect(try entry(draft).stage == .unsigned)
    }

    @Test func `a login waits no longer once it succeeded`() throws {
        let (request, hash) = try alice.entryRequest()
        try journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        #expect(try entry(hash).kind == .waitsForSignatures)
        try journal.record(loggedIn: [hash, TransactionHash(Hash(sha256: [1]))], at: "anchor.example")
        let entry = try entry(hash)
        #expect(entry.kind == .done && entry.stage == .settled && entry.end == "logged in at anchor.example")
        #expect(entry.kind.mark == "applied" && entry.replacedBy == nil)
        #expect(!entry.item(isWhole: true).lines.joined().contains("signature"))
    }

    @Test func `a signed request cannot be removed`() throws {
        let hash = try request(alice.payment(by: []))
        #expect(journal.record(signaturesOf: [alice.payment(by: [alice])], on: .testnet) == nil)
        let store = journal
        let error = #expect(throws: Failure.self) {
            try RequestRemoval(HashPrefix(hash.hex), in: store, now: 1_000_000)
        }
        #expect(error?.kind == .refused)
    }

    @Test func `does not remove a request that is signed before the removal runs`() throws {
        let hash = try request(alice.payment(by: []))
        let store = journal
        let removal = try RequestRemoval(HashPrefix(hash.hex), in: store, now: 1_000_000)
        #expect(journal.record(signaturesOf: [alice.payment(by: [alice])], on: .testnet) == nil)
        #expect(throws: Failure.self) { try removal.run() }
        #expect(try journal.request(hash: hash) != nil)
    }

    @Test(arguments: [8, 9, 20, 63, 64])
    func `finds a transaction by the first digits of its hash, in either case`(digits: Int) throws {
        let hash = try request(alice.payment(by: []))
        let start = String(hash.hex.prefix(digits))
        for text in [start, start.uppercased()] { #expect(try HashPrefix(text).hash(in: journal) == hash) }
    }

    @Test(arguments: ["", "1234567", "xyzxyzxyz", String(repeating: "a", count: 65)])
    func `rejects a malformed hash prefix`(text: String) {
        let error = #expect(throws: Failure.self) { try HashPrefix(text) }
        #expect(error?.kind == .badInput)
    }

    @Test func `reports a hash that is not in the journal as missing input`() throws {
        let store = journal
        for prefix in ["12345678", String(repeating: "a", count: 64)] {
            let error = #expect(throws: Failure.self) {
                try TransactionHistory(HashPrefix(prefix), in: store, now: 0)
            }
            #expect(error?.kind == .noInput)
        }
    }

    @Test func `a history ends with its events, oldest first`() throws {
        let hash = try request(alice.payment(by: []))
        let history = try TransactionHistory(HashPrefix(hash.hex), in: journal, now: 1_000_000)
        #expect(
            history.text.plain.first?.hasPrefix("\(hash.hex)  waits for signatures, requested 1970-01-12 13:46:40 UTC")
                == true)
        #expect(history.text.plain.last?.hasPrefix("  1970-01-12 13:46:40 UTC  requested as ") == true)
        #expect(history.document["events"]?.asArray?.map { $0["kind"] } == ["requested"])
        #expect(history.document["archived"] == nil)
    }
}
