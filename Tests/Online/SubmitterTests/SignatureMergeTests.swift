// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Stellar
import StellarXDR
import Testing
import TextCodec

@testable import Submitter

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

    private func requests(_ merge: SignatureMerge) throws -> [SigningRequest] {
        try merge.requests(home.journal, given: nil, now: Timestamp(1_000_000))
    }

    @Test func `one transaction is written in the format asked for`() throws {
        let merge = try merge(alice.payment(by: [alice]), alice.payment(by: [bob]), isBatch: false)
        let requests = try requests(merge)
        #expect(try merge.text(of: requests, as: .xdr) == alice.payment(by: [alice, bob]).base64)
        #expect(try merge.text(of: requests, as: .request).contains("\n"))
        #expect(merge.summary == "2 signatures on \(merge.unions[0].hash.hex)")
    }

    @Test func `a batch has one line for each transaction`() throws {
        let merge = try merge(
            alice.payment(101, by: [alice]), alice.payment(102, by: [alice, bob]), isBatch: true)
        let requests = try requests(merge)
        for format in [TransactionFormat.xdr, .request] {
            #expect(try merge.text(of: requests, as: format).split(separator: "\n").count == 2)
        }
        #expect(try merge.documents(of: requests, as: .xdr).split(separator: "\n").count == 2)
        #expect(merge.summary == "2 transactions with 1 to 2 signatures each")
    }

    @Test(arguments: [TransactionFormat.json, .txrep, .sep7, .ur, .lumensigner])
    func `rejects a batch in a format that takes several lines`(format: TransactionFormat) throws {
        let merge = try merge(alice.payment(101, by: [alice]), alice.payment(102, by: [alice]), isBatch: true)
        let requests = try requests(merge)
        let failure = #expect(throws: Failure.self) { try merge.text(of: requests, as: format) }
        #expect(failure?.kind == .usage)
    }

    @Test func `the JSON document has the transaction in its format`() throws {
        let merge = try merge(alice.payment(by: [alice]), isBatch: false)
        let document = try JSON(parsing: Array(merge.documents(of: try requests(merge), as: .xdr).utf8))
        #expect(
            document == [
                "version": 1, "hash": .string(merge.unions[0].hash.hex), "signatures": 1,
                "transaction": .string(alice.payment(by: [alice]).base64),
            ])
    }
}
