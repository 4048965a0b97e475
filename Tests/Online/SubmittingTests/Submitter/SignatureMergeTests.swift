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

/// The outputs of a merge.
struct SignatureMergeTests {
    private let alice = TestKey("alice")
    private let bob = TestKey("bob")
    private let home: TestJournal

    init() throws { home = try TestJournal() }

    private func merge(_ envelopes: TransactionEnvelope..., isBatch: Bool) throws -> SignatureMerge {
        let inputs = try envelopes.enumerated().map { number, envelope in
            try SignedInput(
                try TransactionInput(Array(envelope.base64.utf8), origin: "\(number)"), request: nil,
                journal: home.journal)
        }
        return try SignatureMerge(inputs, isBatch: isBatch, on: .testnet)
    }

    private func collected(_ merge: SignatureMerge) throws -> CollectedTransactions {
        try CollectedTransactions(
            merge.unions, isBatch: merge.isBatch, journal: home.journal, given: nil, now: Timestamp(1_000_000))
    }

    @Test func `one transaction is written in the format asked for`() throws {
        let merge = try collected(merge(alice.payment(by: [alice]), alice.payment(by: [bob]), isBatch: false))
        #expect(try merge.text(as: .xdr) == alice.payment(by: [alice, bob]).base64)
        #expect(try merge.text(as: .request).contains("\n"))
        #expect(merge.summary == "2 signatures on \(merge.unions[0].hash.hex)")
    }

    @Test func `a batch has one line for each transaction`() throws {
        let merge = try collected(
            merge(alice.payment(101, by: [alice]), alice.payment(102, by: [alice, bob]), isBatch: true))
        for format in [TransactionFormat.xdr, .request] {
            #expect(try merge.text(as: format).split(separator: "\n").count == 2)
        }
        #expect(try merge.documents(as: .xdr).split(separator: "\n").count == 2)
        #expect(merge.summary == "2 transactions with 1 to 2 signatures each")
    }

    @Test(arguments: [TransactionFormat.json, .txrep, .sep7, .ur, .lumensigner])
    func `rejects a batch in a format that takes several lines`(format: TransactionFormat) throws {
        let merge = try collected(
            merge(alice.payment(101, by: [alice]), alice.payment(102, by: [alice]), isBatch: true))
        let failure = #expect(throws: Failure.self) { try merge.text(as: format) }
        #expect(failure?.kind == .usage)
    }

    @Test func `the JSON document has the transaction in its format`() throws {
        let merge = try collected(merge(alice.payment(by: [alice]), isBatch: false))
        let document = try JSON(parsing: Array(merge.documents(as: .xdr).utf8))
        #expect(
            document == [
                "version": 1, "hash": .string(merge.unions[0].hash.hex), "signatures": 1,
                "transaction": .string(alice.payment(by: [alice]).base64),
            ])
    }

    // MARK: the job

    private func job(
        _ envelopes: [TransactionEnvelope], droppingSurplus: Bool = false
    ) throws -> MergeJob {
        let files = try envelopes.enumerated().map { number, envelope in
            try TransactionLines(Array(envelope.base64.utf8), origin: "\(number).xdr")
        }
        return MergeJob(
            files, droppingSurplus: droppingSurplus, needsNetwork: false, network: NetworkSelection(.testnet),
            context: home.context, now: Timestamp(1_000_000))
    }

    @Test func `a merge keeps signatures that may not be needed, without the network, and records all`() throws {
        let hash = alice.payment(by: []).hash(on: .testnet)
        try home.journal.keep(alice.request(alice.payment(by: [])), hash: hash, created: Timestamp(1_000_000))
        let stranger = TestKey("stranger")
        let merged = try job([alice.payment(by: [alice]), alice.payment(by: [stranger])]).run { _ in }
        #expect(merged.requests.map(\.envelope) == [alice.payment(by: [alice, stranger])])
        #expect(try home.journal.signatures(hash: hash).count == 2)
    }

    @Test func `a merge that drops surplus signatures needs the network, and records nothing without it`() throws {
        let hash = alice.payment(by: []).hash(on: .testnet)
        try home.journal.keep(alice.request(alice.payment(by: [])), hash: hash, created: Timestamp(1_000_000))
        let failure = #expect(throws: Failure.self) {
            try job([alice.payment(by: [alice])], droppingSurplus: true).run { _ in }
        }
        #expect(failure?.kind == .usage)
        #expect(try home.journal.signatures(hash: hash).isEmpty)
    }

    @Test func `rejects a merge of two transactions`() throws {
        let failure = #expect(throws: Failure.self) {
            try job([alice.payment(101, by: [alice]), alice.payment(102, by: [alice])]).run { _ in }
        }
        #expect(failure?.message == "1.xdr: this is not the same transaction as 0.xdr")
    }
}
