// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
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
        try RequestDetails(try HashPrefix(text), carried: carried, in: home.context, now: now)
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
        #expect(found.hash == hash && found.isSigned && found.history != nil)
        #expect(try found.signedDocument().envelope == alice.payment(by: [bob, alice]))
    }

    @Test func `a request that only came across is found by its whole hash`() throws {
        let request = alice.request(alice.payment(by: [alice]))
        let found = try details(hash.hex) { $0 == hash ? request : nil }
        #expect(found.history == nil && found.isSigned && found.document == request)
        #expect(throws: Failure.self) { try details(String(hash.hex.prefix(8))) { $0 == hash ? request : nil } }
    }

    @Test func `what the journal knows comes before what came across`() throws {
        try keep()
        let other = bob.request(bob.payment(by: []))
        #expect(try details(hash.hex) { _ in other }.history != nil)
    }

    @Test func `rejects a hash of which nothing is known`() throws {
        let failure = #expect(throws: Failure.self) { try details(hash.hex) }
        #expect(failure?.kind == .noInput)
    }

    @Test func `a message has no signatures to put together`() throws {
        let (request, hash) = alice.messageRequest()
        try home.journal.keep(request, hash: hash, created: now)
        let found = try details(hash.hex)
        #expect(found.union == nil && !found.isSigned)
        #expect(try found.signedDocument() == request)
    }
}
