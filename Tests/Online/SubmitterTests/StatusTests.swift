// SPDX-License-Identifier: Apache-2.0

import Faults
import Journal
import Stellar
import StellarXDR
import Testing
import TextCodec

@testable import Submitter

/// The status of a transaction according to the journal alone.
struct StatusTests {
    private let alice = TestKey("alice")
    private let home: TestJournal

    init() throws { home = try TestJournal() }

    private var journal: OnlineJournal { home.journal }

    private func request(_ envelope: TransactionEnvelope) throws -> TransactionHash {
        let hash = envelope.hash(on: .testnet)
        try journal.keep(alice.request(envelope), hash: hash, created: Timestamp(1_000_000))
        return hash
    }

    private func entry(_ hash: TransactionHash, now: Int64 = 1_000_000) throws -> StatusEntry {
        try TransactionHistory(HashPrefix(hash.hex), in: journal.store, now: now).entry
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
        #expect(try entry(hash, now: 1_000_006).stage == .settled)
    }

    @Test func `a queued transaction is unsent`() throws {
        let signed = SignedTransaction(alice.payment(by: [alice]), on: .testnet)
        try journal.store.queue(1) { _ in (signed, []) }
        #expect(try entry(alice.payment(by: []).hash(on: .testnet)).stage == .unsent)
    }

    @Test func `a pending transaction stays pending after its expiry`() throws {
        let envelope = alice.payment(until: 1_000_005, by: [alice])
        let hash = envelope.hash(on: .testnet)
        try journal.store.queue(1) { _ in (SignedTransaction(envelope, on: .testnet), []) }
        _ = try journal.store.perform([.attempt(hash: hash)])
        #expect(try entry(hash, now: 2_000_000).stage == .pending)
    }

    @Test func `a transaction that was applied since it was read is reported as applied`() throws {
        let signed = SignedTransaction(alice.payment(by: [alice]), on: .testnet)
        try journal.store.queue(1) { _ in (signed, []) }
        let pending = try #require(try journal.store.perform([.attempt(hash: signed.hash)]).first)
        _ = try journal.store.perform([.outcome(hash: signed.hash, .included(ledger: 11, resultXDR: nil))])
        let entry = try StatusEntry(pending, in: journal.store, now: 1_000_000)
        #expect(entry.stage == .settled && entry.submission?.state == .included && entry.end == nil)
    }

    @Test func `a request that was queued and applied since it was looked for is reported as applied`() throws {
        let hash = try request(alice.payment(by: []))
        let record = try #require(try journal.store.request(hash: hash))
        let signed = SignedTransaction(alice.payment(by: [alice]), on: .testnet)
        try journal.store.queue(1) { _ in (signed, []) }
        _ = try journal.store.perform([
            .attempt(hash: signed.hash), .outcome(hash: signed.hash, .included(ledger: 11, resultXDR: nil)),
        ])
        let entry = try StatusEntry(record, in: journal.store, now: 1_000_000)
        #expect(entry.stage == .settled && entry.submission?.state == .included && entry.end == nil)
    }

    @Test func `a request is settled once another transaction has used its sequence number`() throws {
        let hash = try request(alice.payment(amount: 1, by: []))
        let other = SignedTransaction(alice.payment(amount: 2, by: [alice]), on: .testnet)
        try journal.store.queue(1) { _ in (other, []) }
        _ = try journal.store.perform([
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
        try journal.store.record(authorized: [hash, place], in: place)
        let entry = try entry(hash)
        #expect(entry.stage == .settled && entry.end == "its signature is in the transaction \(place)")
        #expect(try journal.store.authorized(place) == nil, "the journal does not know this one")
    }

    @Test func `a signed request cannot be removed`() throws {
        let hash = try request(alice.payment(by: []))
        #expect(journal.record(signaturesOf: [alice.payment(by: [alice])], on: .testnet) == nil)
        let store = journal.store
        let error = #expect(throws: Failure.self) {
            try RequestRemoval(HashPrefix(hash.hex), in: store, now: 1_000_000)
        }
        #expect(error?.kind == .refused)
    }

    @Test func `does not remove a request that is signed before the removal runs`() throws {
        let hash = try request(alice.payment(by: []))
        let store = journal.store
        let removal = try RequestRemoval(HashPrefix(hash.hex), in: store, now: 1_000_000)
        #expect(journal.record(signaturesOf: [alice.payment(by: [alice])], on: .testnet) == nil)
        #expect(throws: Failure.self) { try removal.run() }
        #expect(try journal.request(hash: hash) != nil)
    }

    @Test(arguments: ["", "1234567", "xyzxyzxyz", String(repeating: "a", count: 65)])
    func `rejects a malformed hash prefix`(text: String) {
        let error = #expect(throws: Failure.self) { try HashPrefix(text) }
        #expect(error?.kind == .badInput)
    }

    @Test func `reports a hash that is not in the journal as missing input`() throws {
        let store = journal.store
        for prefix in ["12345678", String(repeating: "a", count: 64)] {
            let error = #expect(throws: Failure.self) {
                try TransactionHistory(HashPrefix(prefix), in: store, now: 0)
            }
            #expect(error?.kind == .noInput)
        }
    }

    @Test func `a history ends with its events, oldest first`() throws {
        let hash = try request(alice.payment(by: []))
        let history = try TransactionHistory(HashPrefix(hash.hex), in: journal.store, now: 1_000_000)
        #expect(history.text.plain.first?.hasPrefix("\(hash.hex)  requested 1970-01-12 13:46:40 UTC") == true)
        #expect(history.text.plain.last?.hasPrefix("  1970-01-12 13:46:40 UTC  requested as ") == true)
        #expect(history.document["events"]?.asArray?.map { $0["kind"] } == ["requested"])
        #expect(history.document["archived"] == nil)
    }
}
