// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Journal

/// A transaction and its fee bumps are alternatives: only one of them can be applied.
struct FeeBumpTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
        // 2 and 3 are fee bumps of 1; 4 is unrelated.
        for number in 1...4 {
            var one = transaction(number)
            if [2, 3].contains(number) { one.innerHash = hash(1) }
            _ = try journal.queue(one)
            _ = try journal.beginAttempt(hash: hash(number))
        }
    }

    private func state(_ number: Int) throws -> SubmissionState? { try journal.submission(hash: hash(number))?.state }

    @Test(arguments: [1, 2, 3])
    func `including a transaction or a fee bump settles its alternatives only`(number: Int) throws {
        _ = try journal.finish(hash: hash(number), .included(ledger: 7, resultXDR: "AAAA"))
        for other in 1...3 {
            let known = try #require(try journal.submission(hash: hash(other)))
            #expect(known.state == .included && known.ledger == 7 && known.resultXDR == "AAAA")
            #expect(known.appliedAs == (other == number ? nil : hash(number)) && known.error == nil)
            #expect(known.reason == (other == number ? nil : "went in as \(hash(number))"))
            #expect(known.place == hash(number))
        }
        #expect(try state(4) == .sent)
        #expect(try journal.open().map(\.hash) == [hash(4)])
    }

    @Test func `a fee bump that failed in a ledger makes its alternatives fail`() throws {
        let failed = SubmissionOutcome.failed(ledger: 7, resultXDR: nil, codes: nil, reason: "tx_failed")
        _ = try journal.finish(hash: hash(2), failed)
        #expect(try (1...3).map { try state($0) } == [.failed, .failed, .failed])
        #expect(try journal.submission(hash: hash(1))?.isFinal == true)
        let last = try #require(try journal.events(hash: hash(1)).last)
        #expect(last.detail == "failed: went in as \(hash(2))")
    }

    @Test func `inclusion through a fee bump records its hash on the alternatives, not on itself`() throws {
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil, as: hash(2)))
        #expect(
            try (1...3).map { try journal.submission(hash: hash($0))?.appliedAs } == [hash(2), nil, hash(2)])
        #expect(try (1...4).map { try state($0) } == [.included, .included, .included, .sent])
        #expect(try journal.events(hash: hash(2)).last?.detail == "included")
    }

    @Test func `failing under another hash fails the transaction and its alternatives`() throws {
        let failed = SubmissionOutcome.failed(
            ledger: 7, resultXDR: nil, codes: nil, reason: "tx_failed", as: hash(9))
        let known = try journal.finish(hash: hash(3), failed)
        #expect(known.isFinal && known.appliedAs == hash(9) && known.error == "tx_failed")
        #expect(try (1...3).map { try state($0) } == [.failed, .failed, .failed])
        #expect(throws: JournalError.self) { try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil)) }
    }

    @Test func `a rejection or an unknown outcome does not settle the alternatives`() throws {
        _ = try journal.finish(hash: hash(1), refusal)
        _ = try journal.finish(hash: hash(2), .unknown(reason: "no answer"))
        #expect(try state(3) == .sent)
        #expect(try state(1) == .failed)
    }

    @Test func `an alternative's outcome does not replace a final one`() throws {
        _ = try journal.finish(hash: hash(3), .expired(reason: "too late"))
        _ = try journal.finish(hash: hash(2), .included(ledger: 7, resultXDR: nil))
        #expect(try state(3) == .expired)
        #expect(try journal.finish(hash: hash(1), .unknown(reason: "late news")).state == .included)
        #expect(try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil)).ledger == 7)
        #expect(throws: JournalError.self) {
            try journal.finish(hash: hash(1), .included(ledger: 8, resultXDR: nil))
        }
    }

    @Test func `does not settle a fee bump on another network`() throws {
        var other = transaction(5)
        other.innerHash = hash(1)
        other.network = another
        _ = try journal.queue(other)
        _ = try journal.beginAttempt(hash: hash(5))
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil))
        #expect(try state(5) == .sent)
    }
}
