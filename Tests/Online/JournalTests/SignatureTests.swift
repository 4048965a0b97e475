// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Journal

struct SignatureTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal(at: 1_000)
    }

    private func signature(_ number: Int, _ text: String = "AAAA") -> RecordedSignature {
        RecordedSignature(hash: hash(number), hint: "00ff00ff", signature: text)
    }

    private func kept(_ number: Int) throws -> [String] {
        try journal.signatures(hash: hash(number)).map(\.signature.signature)
    }

    @Test func `stores each signature of a request once, in the order received`() throws {
        try journal.record(request(1))
        try journal.record([signature(1, "BBBB"), signature(1, "AAAA"), signature(1, "BBBB")])
        try home.journal(at: 2_000).record([signature(1, "AAAA"), signature(1, "CCCC")])
        let found = try journal.signatures(hash: hash(1))
        #expect(found.map(\.signature) == ["BBBB", "AAAA", "CCCC"].map { signature(1, $0) })
        #expect(found.map(\.seen) == [1_000, 1_000, 2_000])
    }

    @Test func `queues transactions and their signatures atomically`() throws {
        try journal.queue(2) { index in (transaction(index), [signature(index), signature(7)]) }
        #expect(try kept(0) == ["AAAA"] && kept(1) == ["AAAA"])
        // Transaction 7 is not in this journal, so nothing would ever remove its signature.
        #expect(try kept(7) == [])
        #expect(throws: JournalError.self) {
            try journal.queue(1) { _ in
                (transaction(9), [RecordedSignature(hash: hash(9), hint: "00ff00ff", signature: "\u{0}")])
            }
        }
        #expect(try journal.submission(hash: hash(9)) == nil)
    }

    @Test func `queueing a newly signed envelope keeps the earlier signatures`() throws {
        try journal.queue(1) { _ in (transaction(1), [signature(1)]) }
        try journal.queue(1) { _ in (transaction(1, envelope: "BBBB"), [signature(1, "BBBB")]) }
        #expect(try kept(1) == ["AAAA", "BBBB"])
    }

    @Test(arguments: ["", "00ff00f", "00FF00FF", "00ff00ff0", "00ff00fg"])
    func `rejects a malformed signature hint`(hint: String) throws {
        try journal.record(request(1))
        #expect(throws: JournalError.self) {
            try journal.record([RecordedSignature(hash: hash(1), hint: hint, signature: "AAAA")])
        }
        #expect(try kept(1) == [])
    }

    @Test func `archiving moves a transaction's signatures and ignores later ones`() throws {
        try journal.queue(2) { index in (transaction(index), [signature(index)]) }
        _ = try journal.beginAttempt(hash: hash(1))
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil))
        let copy = home.folder + "/copy.sqlite"
        #expect(try journal.archive(before: 1_001, to: copy) { _ in nil } == 1)
        try journal.record([signature(1, "CCCC")])
        #expect(try kept(1) == [] && kept(0) == ["AAAA"])
        #expect(try SQLiteJournal(reading: copy).signatures(hash: hash(1)).map(\.signature) == [signature(1)])
    }

    @Test func `does not archive a request signed after the cutoff time`() throws {
        try journal.record(request(1))
        try home.journal(at: 5_000).record([signature(1)])
        let copy = home.folder + "/copy.sqlite"
        #expect(try journal.archive(before: 4_000, to: copy) { _ in 2_000 } == 0)
        #expect(try journal.archive(before: 6_000, to: copy) { _ in 2_000 } == 1)
    }

    @Test func `lists a sequence number in use with its number of signatures`() throws {
        try journal.record(request(1))
        try journal.record([signature(1, "BBBB"), signature(1)])
        let found = try journal.numbersInUse(network: testnet, source: alice, after: 0)
        #expect(found.map(\.signatures) == [2] && found.map(\.isSigned) == [true] && found.map(\.state) == [nil])
    }
}
