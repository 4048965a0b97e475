// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

@testable import Journal

/// Atomic batches of steps, and transactions on hold.
struct StepTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
    }

    private func hold(_ number: Int) -> JournalStep { .hold(hash: hash(number), reason: "another failed before it") }
    private func attempt(_ number: Int) -> JournalStep { .attempt(hash: hash(number)) }
    private func failed(_ number: Int) -> JournalStep {
        .outcome(hash: hash(number), .failed(ledger: 9, resultXDR: nil, codes: nil, reason: "tx_failed"))
    }

    @Test func `queues a batch of transactions in order`() throws {
        try journal.queue(50) { transaction($0 + 1) }
        #expect(try journal.open().map(\.sequence) == Array(1...50))
        #expect(try journal.open().first == OpenSubmission(transaction(1)))
    }

    @Test func `queues no transaction of a batch if one fails`() throws {
        let bad = transaction(3, envelope: "A\u{0}A")
        #expect(throws: JournalError.self) { try journal.queue(5) { $0 == 3 ? bad : transaction($0 + 1) } }
        #expect(throws: JournalError.unknownHash(hash(9))) {
            try journal.queue(5) { index throws(JournalError) in
                if index == 3 { throw .unknownHash(hash(9)) }
                return transaction(index + 1)
            }
        }
        #expect(try journal.open().isEmpty)
    }

    @Test func `performs all steps of a batch or none and returns the state after each`() throws {
        try journal.queue(3) { transaction($0 + 1) }
        let known = try journal.perform([attempt(1), failed(1), attempt(1 + 1)])
        #expect(known.map(\.state) == [.sent, .failed, .sent])
        #expect(throws: JournalError.unknownHash(hash(7))) { try journal.perform([attempt(3), attempt(7)]) }
        #expect(try journal.perform([attempt(1)])[0] == known[1], "a final transaction is not attempted again")
        #expect(try home.journal().submission(hash: hash(3))?.state == .queued)
        #expect(try home.journal().submission(hash: hash(2))?.attempts == 1)
    }

    @Test func `a transaction on hold is not open and records the reason`() throws {
        try journal.queue(3) { transaction($0 + 1) }
        let known = try journal.perform([attempt(1), failed(1), hold(2), hold(3)])
        #expect(known[2].state == .queued && known[2].held == "another failed before it")
        #expect(try journal.open().isEmpty)
        #expect(try home.journal().held(network: nil).map(\.transaction.hash) == [hash(3), hash(2)])
        #expect(try home.journal().held(network: .public).isEmpty && home.journal().held(network: .testnet).count == 2)
        #expect(try journal.events(hash: hash(2)).map(\.kind) == [.queued, .held])
    }

    @Test func `queueing a transaction again does not release its hold`() throws {
        try journal.queue(1) { _ in transaction(1) }
        _ = try journal.perform([hold(1), hold(1)])
        try journal.queue(1) { _ in transaction(1) }
        #expect(try journal.submission(hash: hash(1))?.held != nil)
        #expect(try journal.open().isEmpty)
        #expect(try journal.events(hash: hash(1)).map(\.kind) == [.queued, .held])
    }

    @Test func `an attempt or an outcome ends the hold`() throws {
        try journal.queue(2) { transaction($0 + 1) }
        _ = try journal.perform([hold(1), hold(2)])
        #expect(try journal.beginAttempt(hash: hash(1)).held == nil)
        #expect(try journal.finish(hash: hash(2), .included(ledger: 7, resultXDR: nil)).held == nil)
        #expect(try journal.held(network: nil).isEmpty)
    }

    @Test(arguments: [SubmissionState.sent, .pending, .included, .failed, .expired])
    func `a transaction that may have been sent cannot be put on hold`(state: SubmissionState) throws {
        try journal.queue(1) { _ in transaction(1) }
        _ = try journal.beginAttempt(hash: hash(1))
        switch state {
        case .queued, .sent: break
        case .pending: _ = try journal.finish(hash: hash(1), .unknown(reason: "504"))
        case .included: _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil))
        case .failed: _ = try journal.perform([failed(1)])
        case .expired: _ = try journal.finish(hash: hash(1), .expired(reason: "too late"))
        }
        let known = try journal.perform([hold(1)])[0]
        #expect(known.state == state && known.held == nil)
    }

    @Test func `migrates version 4 to store holds and keeps the transactions`() throws {
        _ = try journal.queue(transaction(1))
        try home.takeBack(to: 4)
        let later = try home.journal()
        #expect(try later.open().map(\.hash) == [hash(1)])
        #expect(try later.perform([hold(1)])[0].held != nil)
    }
}
