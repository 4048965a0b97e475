// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Journal

struct SubmissionTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
        _ = try journal.queue(transaction(1))
    }

    /// Takes transaction 1 to a state.
    private func reach(_ state: SubmissionState, ledger: Int64? = nil) throws {
        if state == .queued { return }
        _ = try journal.beginAttempt(hash: hash(1))
        switch state {
        case .queued, .sent: return
        case .pending: _ = try journal.finish(hash: hash(1), .unknown(reason: "504"))
        case .included: _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil))
        case .failed:
            let outcome = SubmissionOutcome.failed(ledger: ledger, resultXDR: nil, codes: nil, reason: "tx_failed")
            _ = try journal.finish(hash: hash(1), outcome)
        case .expired: _ = try journal.finish(hash: hash(1), .expired(reason: "too late"))
        }
    }

    @Test func `the stored names of the states are fixed`() {
        #expect(
            SubmissionState.allCases.map(\.rawValue) == ["queued", "sent", "pending", "included", "failed", "expired"])
    }

    @Test func `queueing a known transaction returns its existing submission`() throws {
        let known = try #require(try journal.submission(hash: hash(1)))
        #expect(known.state == .queued && known.attempts == 0 && known.queuedAt == 1_000)
        #expect(known.transaction == transaction(1))
        #expect(try journal.queue(transaction(1)) == known)
        #expect(try journal.submission(hash: hash(2)) == nil)
    }

    @Test func `an attempt is visible to another connection as soon as it begins`() throws {
        let later = try home.journal(at: 1_234)
        let begun = try later.beginAttempt(hash: hash(1))
        #expect(begun.state == .sent && begun.attempts == 1 && begun.firstSent == 1_234 && begun.lastAttempt == 1_234)
        #expect(try journal.submission(hash: hash(1)) == begun)
        #expect(try journal.open() == [OpenSubmission(begun.transaction)])
    }

    @Test func `an included transaction is final and cannot be attempted again`() throws {
        try reach(.sent)
        let found = try journal.finish(hash: hash(1), .included(ledger: 42, resultXDR: "AAAA"))
        #expect(found.state == .included && found.ledger == 42 && found.resultXDR == "AAAA" && found.isFinal)
        #expect(try journal.open().isEmpty)
        #expect(throws: JournalError.illegalTransition(hash: hash(1), from: .included, to: .sent)) {
            try journal.beginAttempt(hash: hash(1))
        }
    }

    @Test func `an attempt that was not sent leaves the transaction queued`() throws {
        try reach(.sent)
        let after = try journal.finish(hash: hash(1), .notSent(reason: "connection refused"))
        #expect(after.state == .queued && after.attempts == 1 && !after.mayHaveArrived)
        #expect(after.error == "connection refused")
    }

    @Test func `an attempt that was not sent leaves an earlier unknown outcome pending`() throws {
        try reach(.pending)
        _ = try journal.beginAttempt(hash: hash(1))
        let after = try journal.finish(hash: hash(1), .notSent(reason: "connection refused"))
        #expect(after.state == .pending && after.attempts == 2 && after.doubtfulAttempts == 1)
    }

    @Test func `an attempt without a recorded outcome counts as one of unknown outcome`() throws {
        try reach(.sent)
        _ = try home.journal().beginAttempt(hash: hash(1))
        let after = try journal.finish(hash: hash(1), .notSent(reason: "connection refused"))
        #expect(after.state == .pending && after.doubtfulAttempts == 1)
    }

    @Test func `a rejected transaction can be attempted again, one that failed in a ledger cannot`() throws {
        try reach(.failed)
        #expect(try journal.beginAttempt(hash: hash(1)).attempts == 2)
        _ = try journal.finish(hash: hash(1), .failed(ledger: 9, resultXDR: nil, codes: nil, reason: "tx_failed"))
        #expect(throws: JournalError.illegalTransition(hash: hash(1), from: .failed, to: .sent)) {
            try journal.beginAttempt(hash: hash(1))
        }
    }

    @Test(arguments: [SubmissionState.queued, .pending, .failed])
    func `a transaction found in a ledger becomes included from any non-final state`(state: SubmissionState) throws {
        try reach(state)
        #expect(try journal.finish(hash: hash(1), .included(ledger: 5, resultXDR: nil)).state == .included)
    }

    @Test(arguments: [
        (SubmissionState.queued, SubmissionOutcome.notSent(reason: "")), (.queued, .unknown(reason: "")),
        (.queued, refusal),
        (.pending, .notSent(reason: "")), (.failed, .notSent(reason: "")), (.failed, .unknown(reason: "")),
        (.included, .included(ledger: 8, resultXDR: nil)), (.included, .expired(reason: "")),
        (.included, .failed(ledger: 7, resultXDR: nil, codes: nil, reason: "")),
        (.expired, .included(ledger: 8, resultXDR: nil)),
        (.expired, .failed(ledger: 8, resultXDR: nil, codes: nil, reason: "")),
    ])
    func `rejects an outcome that contradicts the recorded state`(
        state: SubmissionState, outcome: SubmissionOutcome
    ) throws {
        try reach(state)
        let before = try journal.submission(hash: hash(1))
        let error = try #require(throws: JournalError.self) { try journal.finish(hash: hash(1), outcome) }
        guard case .illegalTransition(hash(1), state, _) = error else { throw error }
        #expect(try journal.submission(hash: hash(1)) == before)
    }

    @Test(arguments: [
        SubmissionOutcome.notSent(reason: ""), .unknown(reason: ""), refusal, .included(ledger: 7, resultXDR: nil),
    ])
    func `a later outcome does not change an included submission`(outcome: SubmissionOutcome) throws {
        try reach(.included)
        let known = try #require(try journal.submission(hash: hash(1)))
        #expect(try journal.finish(hash: hash(1), outcome) == known)
    }

    @Test func `a failure in a ledger is not replaced by a rejection or an inclusion`() throws {
        try reach(.failed, ledger: 9)
        #expect(try journal.finish(hash: hash(1), refusal).ledger == 9)
        #expect(throws: JournalError.illegalTransition(hash: hash(1), from: .failed, to: .included)) {
            try journal.finish(hash: hash(1), .included(ledger: 9, resultXDR: nil))
        }
    }

    @Test func `a newly signed envelope replaces the queued one until it may have been sent`() throws {
        let anew = transaction(1, envelope: "BBBB")
        #expect(try journal.queue(anew).transaction == anew)
        try reach(.pending)
        #expect(try journal.queue(transaction(1, envelope: "CCCC")).transaction == anew)
    }

    @Test func `rejects an attempt and an outcome for a transaction that was never queued`() {
        #expect(throws: JournalError.unknownHash(hash(2))) { try journal.beginAttempt(hash: hash(2)) }
        #expect(throws: JournalError.unknownHash(hash(2))) { try journal.finish(hash: hash(2), refusal) }
    }

    @Test func `the event log is in order and cannot be updated or deleted`() throws {
        try reach(.pending)
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil))
        let events = try journal.events(hash: hash(1))
        #expect(events.map(\.kind) == [.queued, .attempt, .outcome, .outcome])
        #expect(events.map(\.detail) == ["queued", "sent 1", "pending: 504", "included"])
        #expect(try home.sqlite("DELETE FROM event") != 0)
        #expect(try home.sqlite("UPDATE event SET detail = 'failed'") != 0)
        #expect(try journal.events(hash: hash(1)) == events)
    }

    @Test func `the table's constraints reject an invalid state`() throws {
        #expect(try home.sqlite("UPDATE submission SET state = 'lost'") != 0)
        #expect(try home.sqlite("UPDATE submission SET state = 'included'") != 0)  // without a ledger
        #expect(try home.sqlite("UPDATE submission SET attempts = attempts + 1") == 0)
    }

    @Test func `lists submissions newest first up to the limit, and open ones in queue order`() throws {
        for number in 2...5 { _ = try journal.queue(transaction(number)) }
        #expect(try journal.submissions(limit: 2).map(\.transaction.sequence) == [5, 4])
        _ = try journal.beginAttempt(hash: hash(3))
        _ = try journal.beginAttempt(hash: hash(2))
        #expect(try journal.open().map(\.sequence) == [1, 2, 3, 4, 5], "in the order queued")
    }
}
