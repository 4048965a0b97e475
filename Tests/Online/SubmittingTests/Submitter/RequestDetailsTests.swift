// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Submitting

struct RequestDetailsTests {
    private let alice = TestKey("alice")
    private let bob = TestKey("bob")
    private let home: TestJournal
    private let now = Timestamp(1_000_000)

    init() throws { home = try TestJournal() }

    private func details(
        _ text: String, carried: (TransactionHash) -> SigningRequest? = { _ in nil }
    ) throws -> RequestDetails {
        try RequestDetails(try HashPrefix(text), carried: carried, in: home.journal, now: Int64(now.seconds))
    }

    private var hash: TransactionHash { alice.payment(by: []).hash(on: .testnet) }

    private func keep() throws {
        try home.journal.keep(alice.request(alice.payment(by: [])), hash: hash, created: now)
    }

    @Test func `a request has the signatures that came back, each once, and names who is missing`() throws {
        try keep()
        #expect(try !details(hash.hex).isSigned)
        #expect(home.journal.record(signaturesOf: [alice.payment(by: [bob])], on: .testnet) == nil)
        #expect(home.journal.record(signaturesOf: [alice.payment(by: [bob, alice])], on: .testnet) == nil)
        let found = try details(String(hash.hex.prefix(8)))
        #expect(found.hash == hash && found.isSigned && found.entry != nil)
        #expect(try found.signedDocument().envelope == alice.payment(by: [bob, alice]))
    }

    @Test func `a request that only came across is found by its whole hash`() throws {
        let request = alice.request(alice.payment(by: [alice]))
        let found = try details(hash.hex) { $0 == hash ? request : nil }
        #expect(found.entry == nil && found.isSigned && found.document == request)
        #expect(throws: Failure.self) { try details(String(hash.hex.prefix(8))) { $0 == hash ? request : nil } }
    }

    @Test func `what the journal knows comes before what came across`() throws {
        try keep()
        let other = bob.request(bob.payment(by: []))
        #expect(try details(hash.hex) { _ in other }.entry != nil)
    }

    @Test func `rejects a hash of which nothing is known`() throws {
        let failure = #expect(throws: Failure.self) { try details(hash.hex) }
        #expect(failure?.kind == .noInput)
    }

    @Test func `a record of the journal becomes the same details as its hash`() throws {
        try keep()
        let record = try #require(try home.journal.request(hash: hash))
        let now = Int64(now.seconds)
        #expect(home.journal.record(signaturesOf: [alice.payment(by: [alice])], on: .testnet) == nil)
        let unsent = try RequestDetails(record, in: home.journal, now: now)
        #expect(try unsent.signedDocument() == details(hash.hex).signedDocument())
        #expect(unsent.hash == hash && unsent.isSigned && unsent.submission == nil)
        let signed = SignedTransaction(alice.payment(by: [alice, bob]), on: .testnet)
        _ = try home.journal.queue(1) { _ in (signed, []) }
        let queued = try RequestDetails(record, in: home.journal, now: now)
        #expect(queued.submission?.transaction == signed && queued.union?.count == 2)
        #expect(try queued.signedDocument() == details(hash.hex).signedDocument())
    }

    @Test func `a transaction that was queued without a request is shown as one`() throws {
        let envelope = alice.payment(by: [alice])
        _ = try home.journal.queue(1) { _ in (SignedTransaction(envelope, on: .testnet), []) }
        let found = try details(hash.hex)
        #expect(found.document.envelope == envelope && found.union?.hash == hash && found.entry?.document == nil)
    }

    @Test func `rejects a request whose record cannot be read, and names it`() throws {
        try keep()
        var record = try #require(try home.journal.request(hash: hash))
        record.document = "{}"
        let unreadable = record
        let failure = #expect(throws: Failure.self) {
            try RequestDetails(unreadable, in: home.journal, now: Int64(now.seconds))
        }
        #expect(failure?.message == "the journal's request for \(hash) cannot be read")
    }

    @Test func `a message has no signatures to put together`() throws {
        let (request, hash) = alice.messageRequest()
        try home.journal.keep(request, hash: hash, created: now)
        let found = try details(hash.hex)
        #expect(found.union == nil && !found.isSigned)
        #expect(try found.signedDocument() == request)
    }
}
