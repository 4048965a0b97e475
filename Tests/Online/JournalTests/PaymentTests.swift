// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Journal

struct PaymentTests {
    private let home = Home()

    private func payment(_ bits: UInt64) -> PaymentDigest { PaymentDigest(bits: bits) }

    private func request(_ number: Int, paying payments: UInt64...) -> RecordedRequest {
        var request = JournalTests.request(number)
        request.payments = payments.map { payment($0) }
        return request
    }

    private func found(_ bits: UInt64..., in journal: SQLiteJournal) throws -> [[TransactionHash]] {
        try journal.transactions(paying: bits.map { payment($0) }).map { $0.sorted { $0.hex < $1.hex } }
    }

    /// An envelope of Alice that pays Bob so many stroops, in base64.
    private func envelope(_ amount: Int64) throws -> (text: String, payment: PaymentDigest) {
        let body = OperationBody.payment(
            PaymentOp(destination: MuxedAccount(bob), asset: .native, amount: amount))
        let transaction = Transaction(
            sourceAccount: MuxedAccount(alice), fee: 100, seqNum: 7, cond: .none, memo: .none,
            operations: BoundedArray([Operation(sourceAccount: nil, body: body)]) ?? BoundedArray(), ext: .v0)
        let payment = try #require(PaymentDigest(body, from: alice, memo: .none, on: testnet))
        return (Base64.encode(transaction.unsigned.xdr), payment)
    }

    @Test func `finds the transactions that make a payment, each once`() throws {
        let journal = try home.journal()
        try journal.record([request(1, paying: 5, 5, .max), request(2, paying: 5), request(3)])
        #expect(try found(5, .max, 6, in: journal) == [[hash(1), hash(2)], [hash(1)], []])
        #expect(try journal.request(hash: hash(1))?.payments == [], "they are not read back")
        try journal.record([request(1, paying: 5, 5, .max)])
    }

    @Test func `keeps the payments of a forgotten and of an archived request`() throws {
        let journal = try home.journal()
        try journal.record([request(1, paying: 5), request(2, paying: 5)])
        #expect(try journal.forget(hash: hash(1), signatures: 0))
        _ = try journal.queue(transaction(2))
        _ = try journal.beginAttempt(hash: hash(2))
        _ = try journal.finish(hash: hash(2), .included(ledger: 7, resultXDR: nil))
        #expect(try journal.archive(before: 9_000, to: home.folder + "/old.sqlite") { _ in nil } == 1)
        #expect(try found(5, in: journal) == [[hash(1), hash(2)]])
        #expect(try journal.submissions(of: hash(1)).isEmpty && journal.request(hash: hash(1)) == nil)
        #expect(try journal.submissions(of: hash(2)).map(\.ledger) == [7])
    }

    @Test func `knows what a transaction pays that was signed elsewhere, under its inner hash if it is a fee bump`()
        throws
    {
        let journal = try home.journal()
        let (text, payment) = try envelope(5)
        var bump = transaction(2, envelope: text)
        bump.innerHash = hash(1)
        _ = try journal.queue(bump)
        #expect(try journal.transactions(paying: [payment]) == [[hash(1)]])
        #expect(try journal.submissions(of: hash(1)).map(\.transaction.hash) == [hash(2)])
    }

    @Test func `finds the payments of a journal of an earlier version`() throws {
        let (first, second) = (try envelope(5), try envelope(6))
        do {
            let journal = try home.journal()
            var old = JournalTests.request(1)
            old.document = #"{"format": "coldstar-request", "envelope": "\#(first.text)"}"#
            var (broken, strange) = (JournalTests.request(3), JournalTests.request(4))
            (broken.document, strange.document) = ("{", #"{"envelope": "AAAA"}"#)
            try journal.record([old, broken, strange])
            _ = try journal.queue(transaction(2, envelope: second.text))
        }
        try home.takeBack(to: 12)
        let journal = try home.journal()
        #expect(
            try journal.transactions(paying: [first.payment, second.payment]) == [[hash(1)], [hash(2)]])
        #expect(try journal.requests(limit: 10).count == 3)
    }

    @Test func `keeps the batch of a request with its lines`() throws {
        let batch = BatchPart(
            id: "7d444840-9dc0-11d1-b245-5ffdce74fad2", name: "pay \"1\".csv",
            lines: [
                .init(number: 2), .init(number: 3, name: "Anna"), .init(number: 5, note: "bonus"),
                .init(number: 6, name: "B,\"ob", note: "\u{1f600}"),
            ])
        var request = request(1, paying: 5)
        request.batch = batch
        try home.journal().record(request)
        #expect(try home.journal().request(hash: hash(1))?.batch == batch)
        request.payments = [payment(6)]
        try home.journal().record(request)
        request.batch = nil
        #expect(throws: JournalError.conflict(id: "id-1")) { try home.journal().record(request) }
    }

    @Test func `finds the last batch of a name, and any by its id`() throws {
        let journal = try home.journal()
        let requests = [(1, "a"), (2, "b"), (3, "a"), (4, "b"), (5, nil)].map { number, id -> RecordedRequest in
            var request = request(number)
            request.batch = id.map { BatchPart(id: $0, name: "pay.csv", lines: [.init(number: 2)]) }
            return request
        }
        try journal.record(requests)
        #expect(try journal.batch("pay.csv").map(\.hash) == [hash(2), hash(4)])
        #expect(try journal.batch("a").map(\.hash) == [hash(1), hash(3)])
        #expect(try journal.batch("c").isEmpty && journal.batch("").isEmpty)
    }

    @Test func `groups the transactions of batches as they were built`() throws {
        let journal = try home.journal()
        for (numbers, id, created) in [([3, 1], "a", 5), ([4], nil, 5), ([2, 6], "b", 5), ([5], "a", 9)] {
            try journal.record(
                numbers.map { number -> RecordedRequest in
                    var request = request(number)
                    request.batch = id.map { BatchPart(id: $0, name: "pay.csv", lines: []) }
                    request.created = Int64(created)
                    return request
                })
        }
        let found = try journal.builtBatches()
        #expect(found.map(\.id) == ["a", "b", "a"])
        #expect(found.map(\.hashes) == [[hash(3), hash(1)], [hash(2), hash(6)], [hash(5)]])
    }

    @Test(arguments: ["{", "[\"2\"]", "[[2, \"a\", \"b\", \"c\"]]", "{}", "[[]]"])
    func `reports lines of a batch that cannot be read`(rows: String) throws {
        var request = request(1)
        request.batch = BatchPart(id: "b", name: "n", lines: [])
        try home.journal().record(request)
        #expect(try home.sqlite("UPDATE request SET batch_rows = '\(rows)'") == 0)
        #expect(throws: JournalError.self) { try home.journal().request(hash: hash(1)) }
    }
}
