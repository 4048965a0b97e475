// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Foundation
import Journal
import Stellar
import StellarXDR
import Synchronization
import Testing
import TextCodec
import XDR

@testable import Submitter

struct SubmitterTests {
    private static let hash = String(repeating: "ab", count: 32)

    /// A submitter with a journal of its own, the server, and the transaction to send.
    private final class Bench {
        let folder: URL
        let horizon: FakeHorizon
        let journal: SQLiteJournal
        let clock = FakeClock()
        let wait: UInt64

        init(_ state: FakeHorizon.State, wait: UInt64 = 60) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID())")
            horizon = FakeHorizon(state, hash: SubmitterTests.hash)
            journal = try SQLiteJournal(folder: folder.path) { 1_000_000 }
            self.wait = wait
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func run(maxTime: Int64? = nil, envelope: String = "AAAA") throws -> Submission {
            let transaction = SignedTransaction(
                hash: SubmitterTests.hash, networkPassphrase: Network.testnet.passphrase, envelope: envelope,
                source: FakeHorizon.alice, sequence: 101, maxTime: maxTime)
            try journal.queue(1) { _ in (transaction, []) }
            let submitter = Submitter(
                [try #require(PendingTransaction(OpenSubmission(transaction)))],
                bases: [try HTTPURL("http://127.0.0.1:8000/")],
                http: OneByOne(horizon.transport), journal: journal, clock: clock,
                settings: Submitter.Settings(wait: wait))
            try submitter.run(ended: { _, ending throws(JournalError) in #expect(ending == .known) })
            return try #require(try journal.submission(hash: SubmitterTests.hash))
        }

        var posts: Int { horizon.state.withLock { $0.posts.count } }
    }

    private func state(_ fates: FakeHorizon.Fate...) -> FakeHorizon.State {
        FakeHorizon.State(fates: fates, accounts: [FakeHorizon.alice: FakeHorizon.account(FakeHorizon.alice)])
    }

    @Test func `a transaction that goes in is posted once`() throws {
        let bench = try Bench(state(.included))
        let submission = try bench.run()
        #expect(submission.state == .included && submission.ledger == 11 && submission.attempts == 1)
        #expect(bench.posts == 1)
    }

    @Test func `while another program sends it, nothing is posted, and its outcome is not called known`() throws {
        let bench = try Bench(state(.included))
        let other = try SQLiteJournal(folder: bench.folder.path) { 1_000_000 }
        let claim = try #require(try other.claim(hash: Self.hash))
        let submission = try bench.run()
        #expect(submission.state == .queued && bench.posts == 0)
        #expect(bench.clock.seconds == 60)
        withExtendedLifetime(claim) {}
    }

    @Test func `when the program that sent it is gone, the next one goes on`() throws {
        let bench = try Bench(state(.included))
        do {
            let other = try SQLiteJournal(folder: bench.folder.path) { 1_000_000 }
            let claim = try #require(try other.claim(hash: Self.hash))
            #expect(try other.claim(hash: Self.hash) == nil)
            withExtendedLifetime(claim) {}
        }
        #expect(try bench.run().state == .included)
    }

    @Test func `what the ledger has already is never posted`() throws {
        var there = state()
        there.ledgerHas = true
        let bench = try Bench(there)
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 0)
    }

    @Test func `an answer that never came is looked up before anything is sent again`() throws {
        let bench = try Bench(state(.includedUnheard))
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 1)
    }

    @Test func `what was lost on the way is sent again, the very same bytes`() throws {
        let bench = try Bench(state(.unheard, .unheard, .included))
        let submission = try bench.run()
        #expect(submission.state == .included && submission.attempts == 3)
        #expect(bench.horizon.state.withLock { Set($0.posts).count } == 1)
    }

    @Test func `without an outcome in time it is pending, and a later run goes on with it`() throws {
        let bench = try Bench(state(.unheard), wait: 2)
        #expect(try bench.run().state == .pending)
        #expect(try bench.journal.open().count == 1)
        #expect(try bench.run().state == .included)
    }

    @Test func `a busy server is asked again only after the time it wants`() throws {
        let bench = try Bench(state(.busy(7), .included))
        #expect(try bench.run().state == .included)
        #expect(bench.clock.seconds >= 7)
    }

    @Test func `a busy server that wants more time than there is leaves it queued`() throws {
        let bench = try Bench(state(.busy(700)), wait: 5)
        let submission = try bench.run()
        #expect(submission.state == .queued && bench.posts == 1)
    }

    @Test func `an unreachable server is asked again, and nothing is lost when the time is over`() throws {
        let bench = try Bench(state(.unreachable, .unreachable, .included))
        #expect(try bench.run().state == .included)
        let gone = try Bench(state(.unreachable, .unreachable, .unreachable, .included), wait: 3)
        #expect(try gone.run().state == .queued)
        #expect(try gone.journal.open().count == 1)
        #expect(try gone.run().state == .included)
    }

    @Test func `a refusal is final for this run`() throws {
        let bench = try Bench(state(.refused("tx_bad_auth")))
        let submission = try bench.run()
        #expect(submission.state == .failed && submission.ledger == nil && bench.posts == 1)
    }

    @Test func `bad_seq after an unheard success is not believed`() throws {
        var later = state(.unheard, .refused("tx_bad_seq"), .refused("tx_bad_seq"), .refused("tx_bad_seq"))
        later.accounts[FakeHorizon.alice] = FakeHorizon.account(FakeHorizon.alice, sequence: 100)
        let bench = try Bench(later, wait: 6)
        // The account of this Horizon is still behind: the first attempt may be in a ledger that it has not taken in.
        #expect(try bench.run().state == .pending)
        bench.horizon.state.withLock { $0.ledgerHas = true }
        #expect(try bench.run().state == .included)
    }

    @Test func `bad_seq is believed when the account has passed and the history has no such hash`() throws {
        var passed = state(.unheard, .refused("tx_bad_seq"))
        passed.accounts[FakeHorizon.alice] = FakeHorizon.account(FakeHorizon.alice, sequence: 101)
        let bench = try Bench(passed)
        #expect(try bench.run().state == .failed)
    }

    @Test func `a number that is used in a ledger that the history does not have yet is no end`() throws {
        var passed = state(.unheard)
        var account = try #require(FakeHorizon.account(FakeHorizon.alice, sequence: 101).asObject)
        account["last_modified_ledger"] = 11
        passed.accounts[FakeHorizon.alice] = .object(account)
        let bench = try Bench(passed, wait: 60)
        let submission = try bench.run()
        #expect(submission.state == .pending && bench.posts == 1)
        #expect(
            submission.error == "its sequence number is used in ledger 11, but the history of 127.0.0.1:8000 ends at 10"
        )
        bench.horizon.state.withLock { $0.ledgerHas = true }
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 1)
    }

    @Test func `bad_seq of a number ahead says where the account is`() throws {
        var behind = state(.refused("tx_bad_seq"))
        behind.accounts[FakeHorizon.alice] = FakeHorizon.account(FakeHorizon.alice, sequence: 98)
        let submission = try Bench(behind).run()
        #expect(submission.state == .failed)
        #expect(submission.error == "tx_bad_seq: the account is at 98, and this is number 101")
    }

    @Test func `too late is not believed of what has no end, or one that is far away`() throws {
        let bench = try Bench(state(.refused("tx_too_late"), .refused("tx_too_late"), .refused("tx_too_late")), wait: 6)
        #expect(try bench.run().state == .pending)
        let later = try Bench(state(.refused("tx_too_late"), .included), wait: 20)
        #expect(try later.run(maxTime: 1_000_300).state == .included)
        let near = try Bench(state(.refused("tx_too_late")))
        #expect(try near.run(maxTime: 1_000_299).state == .failed)
    }

    /// What ends with a ledger, as the journal has it.
    private static func envelope(before ledger: UInt32) throws -> String {
        let conditions = PreconditionsV2(
            timeBounds: nil, ledgerBounds: LedgerBounds(minLedger: 0, maxLedger: ledger), minSeqNum: nil,
            minSeqAge: 0, minSeqLedgerGap: 0, extraSigners: BoundedArray())
        let draft = TransactionDraft(
            source: MuxedAccount(try AccountID(address: FakeHorizon.alice)), sequence: 101, feePerOperation: 100,
            conditions: .v2(conditions), operations: [Operation(sourceAccount: nil, body: .inflation)])
        return Base64.encode(try draft.envelope().xdr)
    }

    @Test func `what ends with a ledger is over when that has closed, also after an attempt without an answer`() throws
    {
        let bench = try Bench(FakeHorizon.State(fates: Array(repeating: .unheard, count: 50)), wait: 30)
        let envelope = try Self.envelope(before: 12)
        #expect(try bench.run(envelope: envelope).state == .pending)
        let posts = bench.posts
        bench.horizon.state.withLock { $0.number = 11 }
        let over = try bench.run(envelope: envelope)
        #expect(over.state == .expired && bench.posts == posts)
        #expect(over.error == "it expired without being applied")
    }

    @Test func `the last ledger that can have it is waited for`() throws {
        let bench = try Bench(state(.includedUnheard, .unheard), wait: 6)
        bench.horizon.state.withLock { $0.number = 11 }
        #expect(
            try bench.run(envelope: try Self.envelope(before: 12)).state == .expired, "it was over before it was sent")
        #expect(bench.posts == 0)
        let open = try Bench(state(.includedUnheard), wait: 20)
        #expect(try open.run(envelope: try Self.envelope(before: 12)).state == .included)
    }

    @Test func `too late is not believed of what ends with a ledger that is far away`() throws {
        let far = try Bench(state(.refused("tx_too_late"), .included), wait: 20)
        #expect(try far.run(envelope: try Self.envelope(before: 71)).state == .included)
        let near = try Bench(state(.refused("tx_too_late")))
        #expect(try near.run(envelope: try Self.envelope(before: 69)).state == .failed)
    }

    @Test func `a refusal that may pass is not believed while an earlier attempt may be on its way`() throws {
        let bench = try Bench(state(.unheard, .refused("tx_insufficient_fee"), .unheard, .unheard), wait: 6)
        #expect(try bench.run().state == .pending)
        let certain = try Bench(state(.unheard, .refused("tx_bad_auth")))
        #expect(try certain.run().state == .failed)
    }

    @Test func `what ended by the ledger's clock has expired, and is not posted`() throws {
        let bench = try Bench(state())
        #expect(try bench.run(maxTime: 999_999).state == .expired)
        #expect(bench.posts == 0)
        let open = try Bench(state(.included))
        #expect(try open.run(maxTime: 1_000_000).state == .included)
    }

    @Test func `a look-up that is refused for a while delays and decides nothing`() throws {
        var deaf = state(.includedUnheard)
        deaf.deafLookUps = 0
        let bench = try Bench(deaf)
        bench.horizon.state.withLock { $0.deafLookUps = 2 }
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 1)
    }
}
