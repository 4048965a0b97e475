// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Submitting

struct CollectedSignaturesTests {
    private let alice = TestKey("alice")
    private let bob = TestKey("bob")

    private func input(_ envelope: TransactionEnvelope, _ origin: String) throws -> SignedInput {
        let home = try TestJournal()
        return try SignedInput(
            try TransactionInput(Array(envelope.base64.utf8), origin: origin), request: nil, journal: home.journal)
    }

    @Test func `merges the signatures of two copies in input order`() throws {
        let copies = try [input(alice.payment(by: [bob]), "b.xdr"), input(alice.payment(by: [alice]), "a.xdr")]
        let union = try CollectedSignatures(copies, on: .testnet)
        #expect(union.count == 2)
        #expect(try union.transaction().envelope == alice.payment(by: [bob, alice]))
    }

    @Test func `keeps one copy of a signature that several envelopes share`() throws {
        let copies = try [input(alice.payment(by: [alice]), "1"), input(alice.payment(by: [alice, bob]), "2")]
        #expect(
            try CollectedSignatures(copies, on: .testnet).transaction().envelope == alice.payment(by: [alice, bob]))
    }

    @Test func `keeps a signature repeated within one envelope until repeats are dropped`() throws {
        var union = try CollectedSignatures([input(alice.payment(by: [alice, alice]), "1")], on: .testnet)
        #expect(union.count == 2)
        union.dropRepeats()
        #expect(union.count == 1)
    }

    @Test func `keeps a signature by an unknown key`() throws {
        let union = try CollectedSignatures([input(alice.payment(by: [TestKey("stranger")]), "1")], on: .testnet)
        #expect(union.count == 1)
    }

    @Test func `rejects a copy of another transaction and names both origins`() throws {
        let copies = try [
            input(alice.payment(by: [alice]), "first.xdr"), input(alice.payment(102, by: [bob]), "other.xdr"),
        ]
        let error = #expect(throws: Failure.self) { try CollectedSignatures(copies, on: .testnet) }
        #expect(error?.kind == .badInput)
        #expect(error?.message == "other.xdr: this is not the same transaction as first.xdr")
    }

    @Test func `rejects more than 20 signatures and names the origin of the first surplus one`() throws {
        var union = try CollectedSignatures([input(alice.payment(by: []), "bare.xdr")], on: .testnet)
        for number in 1...20 { union.add(TestKey("\(number)").sign(union.hash), from: "first.json") }
        _ = try union.transaction().envelope
        union.add(bob.sign(union.hash), from: "last.json")
        let error = #expect(throws: Failure.self) { try union.transaction().envelope }
        #expect(error?.message.hasPrefix("last.json: ") == true)
        #expect(error?.hint?.steps == [.submit(.dropSurplus)])
    }

    @Test(arguments: [0, 1, 20, 21, 40, 41]) func `copies have all signatures, in as many envelopes as that takes`(
        count: Int
    ) throws {
        var union = try CollectedSignatures([input(alice.payment(by: []), "bare.xdr")], on: .testnet)
        for number in 0..<count { union.add(TestKey("\(number)").sign(union.hash), from: "more.json") }
        let copies = union.copies()
        #expect(copies.count == max(1, (count + 19) / 20))
        #expect(copies.flatMap(\.envelope.signatures.elements) == union.signatures)
        #expect(copies.allSatisfy { $0 == HashedTransaction($0.envelope, on: .testnet) && $0.hash == union.hash })
    }

    @Test func `groups copies by transaction, in the order of the first copies`() throws {
        let inputs = try [
            input(alice.payment(102, by: [alice]), "1"), input(alice.payment(101, by: [alice]), "2"),
            input(alice.payment(102, by: [bob]), "3"),
        ]
        let unions = CollectedSignatures.grouped(inputs, on: .testnet)
        #expect(unions.map(\.count) == [2, 1])
        #expect(unions.map(\.origin) == ["1", "2"])
    }

    @Test func `merges different transactions only as a batch`() throws {
        let inputs = try [input(alice.payment(101, by: [alice]), "1"), input(alice.payment(102, by: [alice]), "2")]
        #expect(try SignatureMerge(inputs, isBatch: true, on: .testnet).unions.count == 2)
        #expect(throws: Failure.self) { try SignatureMerge(inputs, isBatch: false, on: .testnet) }
    }

    @Test func `a merge requires a network only if the ledger is queried`() throws {
        let home = try TestJournal()
        let inputs = try [input(alice.payment(by: [alice]), "1")]
        let silent = NetworkSelection()
        #expect(try SignatureMerge.network(of: inputs, silent, home.journal, isNeeded: false) == .public)
        let error = #expect(throws: Failure.self) {
            try SignatureMerge.network(of: inputs, silent, home.journal, isNeeded: true)
        }
        #expect(error?.kind == .usage)
    }

    @Test func `the request for a merged transaction lists the missing signers`() throws {
        let home = try TestJournal()
        var request = alice.request(alice.payment(by: []))
        request.signers = [.ed25519(alice.id.key), .ed25519(bob.id.key)]
        try home.journal.keep(
            request, hash: alice.payment(by: []).hash(on: .testnet), created: Timestamp(1_000_000))
        let merge = try SignatureMerge([input(alice.payment(by: [alice]), "1")], isBatch: false, on: .testnet)
        let requests = try CollectedTransactions(
            merge.unions, journal: home.journal, given: nil, now: Timestamp(1_000_001)
        ).requests
        #expect(requests.map(\.id) == [request.id])
        #expect(requests[0].signers == [.ed25519(bob.id.key)])
    }

    // MARK: jobs about transactions that were read before

    @Test func `an error about collected signatures names the transaction, and no line`() throws {
        let home = try TestJournal()
        var union = try CollectedSignatures([input(alice.payment(by: []), "bare.xdr")], on: .testnet)
        for number in 0..<41 { union.add(TestKey("\(number)").sign(union.hash), from: "more.json") }
        let batch = try SignedTransactions.collected([union]).batch(home.journal, nil)
        #expect((0..<batch.count).map { batch.origin(at: $0) } == Array(repeating: "the transaction", count: 3))
        let plan = try plan(batch)
        let item = try #require(plan.items.first)
        #expect(plan.items.count == 1)
        let failure = #expect(throws: Failure.self) { try plan.transaction(of: item, in: batch) }
        #expect(failure?.message.hasPrefix("the transaction: ") == true)
    }

    private func plan(_ batch: SignedBatch) throws -> SendPlan {
        var batch = batch
        return try SendPlan(&batch, NetworkSelection(.testnet))
    }

    @Test func `a batch that was collected has the signatures of each transaction`() throws {
        let home = try TestJournal()
        let unions = try CollectedSignatures.grouped(
            [input(alice.payment(101, by: [alice]), "1"), input(alice.payment(102, by: [bob, alice]), "2")],
            on: .testnet)
        let batch = try SignedTransactions.collected(unions).batch(home.journal, nil)
        let plan = try plan(batch)
        #expect(plan.network == .testnet)
        #expect(
            try plan.items.map { try plan.transaction(of: $0, in: batch).envelope } == [
                alice.payment(101, by: [alice]), alice.payment(102, by: [bob, alice]),
            ])
        #expect(batch.origin(at: 1) == "transaction 2 of the batch")
    }

    @Test func `signatures of several transactions are not looked at together`() throws {
        let home = try TestJournal()
        let files = try [101, 102].map {
            try TransactionLines(Array(alice.payment($0, by: [alice]).base64.utf8), origin: "\($0).xdr")
        }
        let failure = #expect(throws: Failure.self) {
            try SignaturesJob(.files(files), network: NetworkSelection(.testnet), context: home.context).run { _ in }
        }
        #expect(failure?.kind == .usage)
        #expect(failure?.message == "2 transactions are given, and one at a time is looked at")
    }
}
