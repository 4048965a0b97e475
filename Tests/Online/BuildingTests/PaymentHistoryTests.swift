// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import LedgerXDR
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

/// What a builder says of payments that were made before.
struct PaymentHistoryTests {
    private let office = Office()

    /// Builds and records a payment.
    @discardableResult
    private func build(
        _ sequence: Int64, _ amount: String = "1", memo: Memo? = nil, expiry: UInt64? = nil
    ) throws -> BuiltRequest {
        let built = try office.build(office.pay(Office.bob, amount)) { wanted in
            wanted.sequence = .number(sequence)
            wanted.memo = memo
            if let expiry { wanted.conditions.expiry = .at(Timestamp(expiry)) }
        }
        #expect(try built.record(in: office.context) { true } == true)
        return built
    }

    /// What is said when a payment is built.
    private func told(_ sequence: Int64 = 200, _ amount: String = "1", memo: Memo? = nil, now: Timestamp? = nil) throws
        -> [String]
    {
        var builder = try TransactionBuilder(
            office.request { wanted in
                (wanted.sequence, wanted.memo) = (.number(sequence), memo)
                if let now { wanted.now = now }
            })
        let body = try office.pay(Office.bob, amount).body(in: &builder)
        _ = try builder.request(for: body)
        return builder.takeNotices().filter { $0.code == .repeated }.map { $0.line(in: PlainStyle()) }
    }

    private var journal: any OnlineJournal { get throws { try office.context.journal() } }

    private func queue(_ built: BuiltRequest, until end: Int64? = nil) throws {
        let transaction = try #require(built.transaction)
        let signed = SignedTransaction(
            hash: built.hash, network: .testnet, envelope: "AAAA", source: transaction.sourceAccount.account,
            sequence: transaction.seqNum, maxTime: end)
        try journal.queue(1) { _ throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in (signed, []) }
    }

    private func fail(_ built: BuiltRequest, in ledger: Int64?, _ codes: ResultCodes? = nil) throws {
        _ = try journal.perform([.attempt(hash: built.hash)])
        _ = try journal.perform([
            .outcome(hash: built.hash, .failed(ledger: ledger, resultXDR: nil, codes: codes, reason: "failed"))
        ])
    }

    @Test func `says when and where the same payment was applied, and how often`() throws {
        let first = try build(101)
        try queue(first)
        try journal.apply(first)
        let text = "warning: the same payment was applied in ledger 7 on 2027-01-15 (\(first.hash))"
        #expect(try told() == [text])
        #expect(try told(200, "1.0000000") == [text], "amounts are compared as numbers")
        #expect(try told(200, "1.1").isEmpty)
        #expect(try told(200, memo: .id(1)).isEmpty)
        let second = try build(102)
        try queue(second)
        try journal.apply(second)
        #expect(try told().map { $0.contains("was applied twice, last in ledger 7") } == [true])
    }

    @Test func `tells a pending payment until its outcome is known, whatever the clock says`() throws {
        let built = try build(101, expiry: 1_800_000_060)
        try queue(built, until: 1_800_000_060)
        _ = try journal.perform([.attempt(hash: built.hash)])
        for now in [Office.now, Timestamp(1_900_000_000)] {
            let lines = try told(now: now)
            #expect(lines.count == 1 && lines[0].contains("is pending: submitted on 2027-01-15 (\(built.hash))"))
        }
        try fail(built, in: 9)
        #expect(try told().isEmpty, "it failed in a ledger")
    }

    @Test func `tells what can still be applied, and not beside it`() throws {
        let built = try build(101)
        #expect(try told().map { $0.contains("was requested on 2027-01-15") } == [true])
        #expect(try told(101).isEmpty, "only one of two with the same number can be applied")
        #expect(try told(now: Timestamp(1_900_000_000)).isEmpty, "the request has expired")
        try queue(built)
        #expect(try told().map { $0.contains("can still be applied: signed on") } == [true])
        try fail(built, in: nil)
        #expect(try told().count == 1, "rejected without a ledger: it may be taken later")
        try fail(built, in: nil, ResultCodes(transaction: .txBadSeq, innerTransaction: nil, operations: []))
        #expect(try told().isEmpty, "something else has used its number")
    }

    @Test func `tells a signed one although another was built in its place, and not an unsigned one`() throws {
        let (built, other) = (try build(101), try build(103, "2"))
        try journal.record(superseded: built.hash, by: other.hash)
        #expect(try told().isEmpty, "no one has signed it")
        try journal.record([RecordedSignature(hash: built.hash, hint: "00ff00ff", signature: "AAAA")])
        #expect(try told().map { $0.contains("can still be applied: signed on") } == [true])
        #expect(try told(101).isEmpty, "only one of two with the same number can be applied")
    }

    @Test func `tells both what was applied and what may still be`() throws {
        let first = try build(101)
        try queue(first)
        try journal.apply(first)
        try build(102)
        let lines = try told()
        #expect(
            lines.count == 2 && lines[0].contains("was applied in ledger 7") && lines[1].contains("was requested on"))
    }

    @Test func `tells it of a transaction that was composed elsewhere, too`() throws {
        let envelope = try #require(try build(101).request.envelope)
        var notices: [Codec.Notice] = []
        let other = try #require(try office.build(office.pay()) { $0.sequence = .number(102) }.request.envelope)
        _ = try ComposeJob(other, on: .testnet, note: nil, created: Office.now, in: office.context)
            .request(noting: &notices)
        #expect(notices.map(\.code) == [.repeated])
        notices = []
        _ = try ComposeJob(envelope, on: .testnet, note: nil, created: Office.now, in: office.context)
            .request(noting: &notices)
        #expect(notices.isEmpty, "the same transaction again")
    }

    @Test(arguments: ["name", "note"])
    func `refuses a secret key in a column that is kept`(column: String) throws {
        let secret = "SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4"
        var terms = BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now)
        terms.source = try AccountReference(text: Office.alice)
        var draft = try BatchDraft(terms)
        let table = "destination,amount,asset,\(column)\n\(Office.bob),1,XLM,\(secret)\n"
        let failure = try #require(throws: Failure.self) { try draft.read(sheet: Array(table.utf8), origin: "pay.csv") }
        #expect(
            failure.details.map(\.wording.plain) == [
                "pay.csv:2: \(column): contains a secret key or its words; remove it, and move the funds"
            ])
        #expect(throws: Failure.self) { try BatchName(text: secret) }
    }

    @Test func `leaves out what was forgotten, replaced, or lost its number`() throws {
        let (forgotten, replaced, late) = (try build(101), try build(102), try build(103))
        #expect(try told().count == 1)
        _ = try journal.forget(hash: forgotten.hash, signatures: 0)
        try journal.record(superseded: replaced.hash, by: late.hash)
        let other = try build(103, "5")
        try queue(other)
        try journal.apply(other)
        #expect(try told().isEmpty)
    }

    @Test func `tells what may have been applied elsewhere, because a later number was used`() throws {
        let (signed, draft) = (try build(101), try build(102, "2"))
        try queue(signed)
        let later = try build(103, "5")
        try queue(later)
        try journal.apply(later)
        for (built, amount) in [(signed, "1"), (draft, "2")] {
            let lines = try told(104, amount)
            #expect(lines.count == 1 && lines[0].contains("may have been applied: a later number was used since"))
            #expect(lines[0].contains(built.hash.hex))
        }
        #expect(try told(104, "5").count == 1, "and what was applied as before")
        #expect(try told(104, "1", now: Timestamp(Office.now.seconds + 9_999_999)).count == 1, "also after its end")
    }

    @Test func `names the operations, three of them at most`() throws {
        let built = try build(101)
        try queue(built)
        try journal.apply(built)
        let body = try #require(built.transaction?.operations.first).body
        var builder = try TransactionBuilder(office.request { $0.sequence = .number(300) })
        _ = try builder.request(for: Array(repeating: Operation(sourceAccount: nil, body: body), count: 5))
        let lines = builder.takeNotices().filter { $0.code == .repeated }.map { $0.line(in: PlainStyle()) }
        #expect(lines.count == 4 && lines[2].hasPrefix("warning: operation 3: the same payment was applied"))
        #expect(lines[3] == "warning: 2 more operations repeat a payment in the same way")
    }

    // MARK: batches

    private static let header = "destination,amount,asset,memo\n"

    private func batch(_ rows: [String], first: Int64, _ change: (inout BatchTerms) -> Void = { _ in }) throws
        -> (requests: BatchRequests, told: [String])
    {
        var terms = BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now)
        (terms.source, terms.sequence) = (try AccountReference(text: Office.alice), .number(first))
        change(&terms)
        var batch = try BatchDraft(terms)
        try batch.read(sheet: Array((Self.header + rows.joined(separator: "\n")).utf8), origin: "folder/pay.csv")
        try batch.prepare()
        try batch.plan()
        let requests = try batch.requests()
        return (requests, batch.takeNotices().filter { $0.code == .repeated }.map { $0.line(in: PlainStyle()) })
    }

    private func row(_ amount: Int) -> String { "\(Office.bob),\(amount),XLM," }

    @Test func `names the lines of a table that are the same payment`() throws {
        #expect(
            try batch([row(1), row(2), row(1)], first: 101).told == [
                "warning: line 4 is the same payment as line 2"
            ])
        #expect(
            try batch([row(1), row(2), "\(Office.bob),1,XLM,id:5", "\(Office.third),1,XLM,"], first: 101).told.isEmpty)
        let many = try batch((1...8).map { _ in row(1) }, first: 101).told
        #expect(
            many == [
                "warning: 7 rows are the same payment as an earlier row: line 3 repeats line 2, line 4 repeats line 2, "
                    + "line 5 repeats line 2, line 6 repeats line 2, line 7 repeats line 2, and 2 more"
            ])
    }

    @Test func `counts the rows that a batch paid, with its name and day`() throws {
        let (first, told) = try batch([row(1), row(2), row(3)], first: 101)
        #expect(told.isEmpty)
        #expect(try first.record())
        #expect(try batch([row(2), row(3)], first: 101).told.isEmpty, "only one with the number can be applied")
        #expect(
            try batch([row(2), row(3), row(9)], first: 105).told == [
                "warning: 2 of 3 rows repeat payments that can still be signed and applied, requested on 2027-01-15 by pay.csv (lines 2 to 3)"
            ])
        let part = first.records[0]
        let signed = SignedTransaction(
            hash: part.hash, network: .testnet, envelope: "AAAA", source: try AccountID(address: Office.alice),
            sequence: 101, maxTime: nil)
        try journal.queue(1) { _ throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in (signed, []) }
        _ = try journal.perform([.attempt(hash: part.hash)])
        _ = try journal.perform([.outcome(hash: part.hash, .included(ledger: 7, resultXDR: nil))])
        #expect(
            try batch([row(9), row(3), row(8), row(1)], first: 105).told == [
                "warning: 2 of 4 rows were already paid on 2027-01-15 by pay.csv (lines 3 and 5)"
            ])
        let later = try batch([row(1)], first: 105) { $0.now = Timestamp(Office.now.seconds + 401 * 86_400) }
        #expect(later.told.isEmpty, "more than 400 days ago")
    }

    @Test func `records the batch with its name, and the lines with what they say`() throws {
        var terms = BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now)
        (terms.source, terms.sequence) = (try AccountReference(text: Office.alice), .number(101))
        (terms.name, terms.isolatesPayments) = (try BatchName(text: "week 48"), true)
        var draft = try BatchDraft(terms)
        let table = "Name,destination,amount,asset,Note\nAnna,\(Office.bob),1,XLM,May\n,\(Office.third),2,XLM,\n"
        try draft.read(sheet: Array(table.utf8), origin: "pay.csv")
        try draft.prepare()
        try draft.plan()
        let records = try draft.requests().records
        #expect(records.map(\.batch?.name) == ["week 48", "week 48"])
        #expect(Set(records.map(\.batch?.id)).count == 1)
        #expect(records.map(\.batch?.lines) == [[.init(number: 2, name: "Anna", note: "May")], [.init(number: 3)]])
    }

    @Test(arguments: ["", "deadbeef", "DEADBEEF00", "a\nb", String(repeating: "x", count: 101)])
    func `refuses a name of a batch that is empty, long or like a hash`(name: String) {
        #expect(throws: Failure.self) { try BatchName(text: name) }
    }
}
