// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Submitting

/// What a front end hears of a run, and what remains when the servers fail.
struct SubmissionRunTests {
    private let alice = TestKey("alice")
    private let home: TestJournal
    private static let down = Failure(.unreachable, "no server answers")

    init() throws { home = try TestJournal() }

    private func pending(_ sequence: Int64) -> PendingTransaction {
        PendingTransaction(alice.payment(sequence, by: [alice]), on: .testnet)
    }

    private func queue(_ sequence: Int64) throws {
        let signed = SignedTransaction(alice.payment(sequence, by: [alice]), on: .testnet)
        try home.journal.queue(1) { _ in (signed, []) }
    }

    /// The transactions reported as abandoned by a run that cannot prepare.
    private func abandoned(
        _ run: inout SubmissionRun, _ transactions: [PendingTransaction], because failure: Failure
    ) throws -> [AbandonedTransaction] {
        var found: [AbandonedTransaction] = []
        try run.run(transactions, by: { () throws(Failure) in throw failure }) { event in
            guard case .abandoned(let transactions, _) = event else { return }
            found += transactions
        }
        return found
    }

    @Test func `transactions whose servers do not answer are abandoned, and the run fails with the reason`() throws {
        try queue(101)
        var run = SubmissionRun(home.journal)
        let found = try abandoned(&run, [pending(101), pending(102)], because: Self.down)
        #expect(found.map(\.hash) == [pending(101).hash, pending(102).hash])
        #expect(found.map { $0.submission?.state } == [.queued, nil])
        #expect(run.failure == Self.down)
    }

    @Test func `an abandoned transaction that was not queued is pending and new, with the reason`() throws {
        var run = SubmissionRun(home.journal)
        let found = try abandoned(&run, [pending(101)], because: Self.down)
        #expect(
            found[0].document(because: Self.down, in: PlainStyle()) == [
                "version": 1, "hash": .string(pending(101).hash.hex), "status": "pending", "attempts": 0,
                "state": "new", "reason": "no server answers",
            ])
    }

    @Test func `an abandoned transaction that was queued is reported from the journal`() throws {
        try queue(101)
        var run = SubmissionRun(home.journal)
        let document = try abandoned(&run, [pending(101)], because: Self.down)[0].document(
            because: Self.down, in: PlainStyle())
        #expect(document["state"] == "queued" && document["status"] == "pending")
    }

    @Test(arguments: [FaultKind.badInput, .usage, .cannotCreate])
    func `a failure that is not the servers' ends the run`(kind: FaultKind) throws {
        var run = SubmissionRun(home.journal)
        let failure = #expect(throws: Failure.self) {
            try abandoned(&run, [pending(101)], because: Failure(kind, "no"))
        }
        #expect(failure?.kind == kind)
        #expect(run.failure == nil)
    }

    @Test func `after the servers of one network failed, another one's transactions are submitted`() throws {
        var run = SubmissionRun(home.journal)
        _ = try abandoned(&run, [pending(101)], because: Self.down)
        try queue(102)
        let state = FakeHorizon.State(accounts: [alice.id.address: FakeHorizon.account(alice.id.address)])
        let horizon = FakeHorizon(state, hash: pending(102).hash)
        var reports: [TransactionReport] = []
        try run.run([pending(102)]) { () throws(Failure) in
            do {
                return Submitter(
                    [pending(102)], servers: [HorizonServer(try HTTPURL("http://127.0.0.1:8000/"))],
                    http: SequentialMultiplexer(horizon.transport), journal: home.journal, clock: FakeClock(),
                    settings: Submitter.Settings(wait: 60))
            } catch { throw Failure(.bug, "the address is valid") }
        } _: { event in
            if case .ended(let report) = event { reports.append(report) }
        }
        #expect(reports.map(\.submission.state) == [.included])
        #expect(reports[0].document["status"] == "success")
        #expect(run.failure == Self.down)
    }

    // MARK: settings

    @Test func `takes numbers within their limits`() throws {
        let settings = try Submitter.Settings(wait: "5", parallel: "256", queue: true)
        #expect(settings == Submitter.Settings(wait: 5, parallel: 256, queue: true))
    }

    @Test(arguments: [("-1", "32"), ("4294967296", "32"), ("", "32"), ("60", "0"), ("60", "257"), ("60", "many")])
    func `rejects other numbers as wrong usage`(wait: String, parallel: String) {
        let failure = #expect(throws: Failure.self) {
            try Submitter.Settings(wait: wait, parallel: parallel, queue: nil)
        }
        #expect(failure?.kind == .usage)
    }
}
