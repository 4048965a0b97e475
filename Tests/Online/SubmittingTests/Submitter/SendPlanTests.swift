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

struct SendPlanTests {
    private let alice = TestKey("alice")
    private let bob = TestKey("bob")
    private let home: TestJournal

    init() throws { home = try TestJournal() }

    private func batch(
        _ lines: [String], request: TransactionToSubmit? = nil, network: Network? = .testnet
    ) throws -> SignedBatch {
        let file = try TransactionLines(Array(lines.joined(separator: "\n").utf8), origin: "batch.xdr")
        return try SignedBatch([file], request: request, journal: home.journal, network: network)
    }

    private func plan(_ batch: inout SignedBatch) throws -> SendPlan {
        try SendPlan(&batch, NetworkSelection(.testnet))
    }

    private func plan(_ envelopes: TransactionEnvelope...) throws -> SendPlan {
        var batch = try batch(envelopes.map(\.base64))
        return try plan(&batch)
    }

    @Test func `has every transaction once, in the order given`() throws {
        let plan = try plan(alice.payment(102, by: [alice]), alice.payment(101, by: [alice]), bob.payment(5, by: [bob]))
        #expect(plan.transactions.map(\.sequence) == [102, 101, 5])
        #expect(plan.accounts == [alice.id, bob.id])
    }

    @Test func `merges the signatures of copies`() throws {
        var batch = try batch([alice.payment(by: [alice]).base64, alice.payment(by: [bob]).base64])
        let plan = try plan(&batch)
        #expect(plan.items.count == 1)
        #expect(try plan.transaction(of: plan.items[0], in: batch).envelope == alice.payment(by: [alice, bob]))
    }

    @Test func `leaves out the signatures that were found not to be needed, in all copies`() throws {
        var batch = try batch([alice.payment(by: [alice]).base64, alice.payment(by: [bob]).base64])
        var plan = try plan(&batch)
        plan.surplus = [plan.items[0].transaction.hash: [0]]
        #expect(try plan.transaction(of: plan.items[0], in: batch).envelope == alice.payment(by: [bob]))
    }

    @Test func `rejects two transactions of one account with the same sequence number and names both`() throws {
        let error = #expect(throws: Failure.self) {
            try plan(alice.payment(101, amount: 1, by: [alice]), alice.payment(101, amount: 2, by: [alice]))
        }
        #expect(
            error?.message == "batch.xdr:2: this uses the sequence number 101 of \(alice.id.address), as batch.xdr:1 "
                + "does; only one of the two can be applied")
    }

    @Test func `accepts the same sequence number for two accounts`() throws {
        #expect(try plan(alice.payment(7, by: [alice]), bob.payment(7, by: [bob])).items.count == 2)
    }

    @Test func `rejects transactions for different networks`() throws {
        let other = SigningRequest(
            id: alice.request(alice.payment(by: [])).id, networkPassphrase: Network.public.passphrase,
            content: .transaction(bob.payment(by: [bob])), created: Timestamp(1_000_000))
        var batch = try batch([alice.request(alice.payment(by: [alice])).json.text(), other.json.text()], network: nil)
        let error = #expect(throws: Failure.self) { try SendPlan(&batch, NetworkSelection()) }
        #expect(error?.message == "batch.xdr:2: the transactions are for different networks")
    }

    @Test func `rejects a bare envelope without a network`() throws {
        var batch = try batch([alice.payment(by: [alice]).base64], network: nil)
        let error = #expect(throws: Failure.self) { try SendPlan(&batch, NetworkSelection()) }
        #expect(error?.kind == .usage)
    }

    @Test func `rejects a batch together with a request for a single transaction`() throws {
        let request = try TransactionToSubmit(alice.request(alice.payment(by: [])), origin: "request.json")
        let error = #expect(throws: Failure.self) {
            try batch([alice.payment(101, by: []).base64, alice.payment(102, by: []).base64], request: request)
        }
        #expect(error?.kind == .usage)
    }

    @Test func `rejects a transaction other than the one requested`() throws {
        let request = try TransactionToSubmit(alice.request(alice.payment(by: [])), origin: "request.json")
        var batch = try batch([alice.payment(amount: 2, by: [alice]).base64], request: request)
        let error = #expect(throws: Failure.self) { try plan(&batch) }
        #expect(error?.message.hasPrefix("batch.xdr: this is not the transaction of the request") == true)
    }

    @Test func `finds the transaction of a response in the same batch`() throws {
        let request = alice.request(alice.payment(by: []))
        let hash = alice.payment(by: []).hash(on: .testnet)
        let signature = try #require(
            ResponseSignature(publicKey: .ed25519(alice.id.key), signature: alice.sign(hash).signature.bytes))
        let response = SigningResponse(id: request.id, hash: hash, signatures: [signature])
        var batch = try batch([request.json.text(), response.json.text()])
        let plan = try plan(&batch)
        #expect(plan.items.count == 1)
        #expect(try plan.transaction(of: plan.items[0], in: batch).envelope == alice.payment(by: [alice]))
    }

    @Test func `keeps the journal's request of a single response, with which contracts' code is compared`() throws {
        let call = InvokeHostFunctionOp(
            hostFunction: .invokeContract(
                InvokeContractArgs(contractAddress: .contract(ContractID()), functionName: SCSymbol(), args: [])),
            auth: [])
        let bare = alice.transaction(.invokeHostFunction(call), by: [])
        let (request, hash) = (alice.request(bare), bare.hash(on: .testnet))
        try home.journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        let signature = try #require(
            ResponseSignature(publicKey: .ed25519(alice.id.key), signature: alice.sign(hash).signature.bytes))
        let response = SigningResponse(id: request.id, hash: hash, signatures: [signature]).json.text()
        var single = try batch([response], network: nil)
        let plan = try SendPlan(&single, NetworkSelection())
        #expect(plan.items.map(\.callsContract) == [true] && single.journaled(at: 0)?.id == request.id)
        let signed = HashedTransaction(alice.transaction(.invokeHostFunction(call), by: [alice]), on: .testnet)
        #expect(try plan.first(of: plan.items[0], in: single) == signed)
        // Of several, only the envelopes are kept.
        var several = try batch([response, alice.request(alice.payment(102, by: [alice])).json.text()])
        let both = try self.plan(&several)
        #expect(both.items.map(\.callsContract) == [true, false] && several.journaled(at: 0) == nil)
        #expect(try both.first(of: both.items[0], in: several) == signed)
    }

    @Test func `knows whether a transaction ends with a ledger, and of the journal's list that it is not known`() throws
    {
        let bounded = alice.payment(102, before: 200, by: [alice])
        var batch = try batch([alice.payment(101, by: [alice]).base64, bounded.base64])
        let plan = try plan(&batch)
        #expect(plan.transactions.map(\.ledgerBound) == [.unlimited, .ledger(200)])
        try plan.queue(batch, in: home.journal)
        var resumed = try #require(try ResumePlan(home.journal).parts.first?.transactions)
        #expect(resumed.map(\.ledgerBound) == [.unread, .unread])
        for index in resumed.indices {
            let row = try #require(try home.journal.submission(hash: resumed[index].hash))
            resumed[index].readBound(of: row.transaction)
        }
        #expect(resumed.map(\.maxLedger) == [nil, 200])
    }

    @Test func `rejects a response to an unknown request`() throws {
        let hash = alice.payment(by: []).hash(on: .testnet)
        let signature = try #require(
            ResponseSignature(publicKey: .ed25519(alice.id.key), signature: alice.sign(hash).signature.bytes))
        var batch = try batch([SigningResponse(id: nil, hash: hash, signatures: [signature]).json.text()])
        let error = #expect(throws: Failure.self) { try plan(&batch) }
        #expect(error?.message == "batch.xdr: no request with the hash \(hash.hex) is in this journal")
    }

    // MARK: notes and warnings

    @Test func `has no notes on a single transaction`() throws {
        #expect(try plan(alice.payment(until: 1, by: [alice])).notes(now: 1_000_000).isEmpty)
    }

    @Test func `estimates the time for the longest queue`() throws {
        let plan = try plan(alice.payment(101, by: [alice]), alice.payment(102, by: [alice]), bob.payment(5, by: [bob]))
        #expect(
            plan.notes(now: 0) == [
                "3 transactions of 2 accounts, one per ledger and account; the longest queue has 2: about 12 s"
            ])
    }

    @Test func `names the first transaction that may expire before its turn`() throws {
        let late = alice.payment(102, until: 1_011, by: [alice])
        let notes = try plan(alice.payment(101, until: 1_010, by: [alice]), late).notes(now: 1_000)
        #expect(notes.count == 2)
        #expect(
            notes[1].plain.hasPrefix(
                "1 may expire before they are submitted (the first is \(late.hash(on: .testnet).hex))"))
    }

    @Test func `warns of a transaction that differs from the one requested with its sequence number`() throws {
        let asked = alice.payment(amount: 1, by: [])
        try home.journal.keep(
            alice.request(asked), hash: asked.hash(on: .testnet), created: Timestamp(1_000_000))
        var batch = try batch([alice.payment(amount: 2, by: [alice]).base64])
        let plan = try plan(&batch)
        let warnings = try plan.warnings(about: batch, in: home.journal)
        #expect(
            warnings.map(\.plain) == [
                "batch.xdr: another transaction was requested with number 101: \(asked.hash(on: .testnet).hex); this is "
                    + plan.transactions[0].hash.hex
            ])
    }

    @Test func `queues all transactions with their signatures`() throws {
        var batch = try batch([alice.payment(101, by: [alice]).base64, alice.payment(102, by: [alice]).base64])
        let plan = try plan(&batch)
        try plan.queue(batch, in: home.journal)
        #expect(try home.journal.open().map(\.sequence) == [101, 102])
        for transaction in plan.transactions {
            #expect(try home.journal.signatures(hash: transaction.hash).count == 1)
        }
    }

    @Test func `resumes queued transactions by network`() throws {
        var batch = try batch([alice.payment(101, by: [alice]).base64])
        let plan = try plan(&batch)
        #expect(try ResumePlan(home.journal).parts.isEmpty)
        try plan.queue(batch, in: home.journal)
        let resumed = try ResumePlan(home.journal)
        #expect(resumed.parts.map(\.network) == [.testnet])
        #expect(resumed.parts[0].transactions.map(\.hash) == plan.transactions.map(\.hash))
    }
}
