// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Journal
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Testing

@testable import Submitting

struct SubmitterTests {
    private static let hash = FakeHorizon.hash

    /// A submitter with its own journal, the server, and the transaction to submit.
    private final class Bench {
        let folder = TemporaryFolder()
        let horizon: FakeHorizon
        let journal: any OnlineJournal
        let clock = FakeClock()
        let wait: UInt64

        init(_ state: FakeHorizon.State, wait: UInt64 = 60) throws {
            horizon = FakeHorizon(state)
            journal = try JournalOpener(folder: folder.path) { 1_000_000 }.open()
            self.wait = wait
        }

        func run(maxTime: Int64? = nil, envelope: String = "AAAA") throws -> Submission {
            let transaction = SignedTransaction(
                hash: SubmitterTests.hash, network: .testnet, envelope: envelope,
                source: FakeHorizon.aliceID, sequence: 101, maxTime: maxTime)
            try journal.queue(1) { _ in (transaction, []) }
            let submitter = Submitter(
                [PendingTransaction(OpenSubmission(transaction))],
                servers: [HorizonServer(try HTTPURL("http://127.0.0.1:8000/"))],
                http: SequentialMultiplexer(horizon.transport), journal: journal, clock: clock,
                settings: Submitter.Settings(wait: wait))
            var reported: Submission?
            try submitter.run(ended: { _, submission, ending throws(JournalError) in
                #expect(ending == .known)
                reported = submission
            })
            let submission = try #require(try journal.submission(hash: SubmitterTests.hash))
            #expect(reported == submission)
            return submission
        }

        var posts: Int { horizon.state.withLock { $0.posts.count } }
    }

    private func state(_ fates: FakeHorizon.Fate...) -> FakeHorizon.State {
        FakeHorizon.State(fates: fates, accounts: [FakeHorizon.alice: FakeHorizon.account(FakeHorizon.alice)])
    }

    @Test func `posts an included transaction once`() throws {
        let bench = try Bench(state(.included))
        let submission = try bench.run()
        #expect(submission.state == .included && submission.ledger == 11 && submission.attempts == 1)
        #expect(bench.posts == 1)
    }

    @Test func `posts nothing while another process holds the claim`() throws {
        let bench = try Bench(state(.included))
        let other = try JournalOpener(folder: bench.folder.path) { 1_000_000 }.open()
        let claim = try #require(try other.claim(hash: Self.hash))
        let submission = try bench.run()
        #expect(submission.state == .queued && bench.posts == 0)
        #expect(bench.clock.seconds == 60)
        withExtendedLifetime(claim) {}
    }

    @Test func `submits the transaction once another process has released its claim`() throws {
        let bench = try Bench(state(.included))
        do {
            let other = try JournalOpener(folder: bench.folder.path) { 1_000_000 }.open()
            let claim = try #require(try other.claim(hash: Self.hash))
            #expect(try other.claim(hash: Self.hash) == nil)
            withExtendedLifetime(claim) {}
        }
        #expect(try bench.run().state == .included)
    }

    @Test func `does not post a transaction that is already in a ledger`() throws {
        var there = state()
        there.ledgerHas = true
        let bench = try Bench(there)
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 0)
    }

    @Test func `looks up the transaction after a lost response before posting it again`() throws {
        let bench = try Bench(state(.includedUnheard))
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 1)
    }

    @Test func `posts the same bytes again after an attempt of unknown outcome`() throws {
        let bench = try Bench(state(.unconfirmed, .unconfirmed, .included))
        let submission = try bench.run()
        #expect(submission.state == .included && submission.attempts == 3)
        #expect(bench.horizon.state.withLock { Set($0.posts).count } == 1)
    }

    @Test func `leaves a transaction pending at the time limit, and a later run completes it`() throws {
        let bench = try Bench(state(.unconfirmed), wait: 2)
        #expect(try bench.run().state == .pending)
        #expect(try bench.journal.open().count == 1)
        #expect(try bench.run().state == .included)
    }

    @Test func `retries a busy server only after its requested delay`() throws {
        let bench = try Bench(state(.busy(7), .included))
        #expect(try bench.run().state == .included)
        #expect(bench.clock.seconds >= 7)
    }

    @Test func `leaves a transaction queued if the requested delay exceeds the time limit`() throws {
        let bench = try Bench(state(.busy(700)), wait: 5)
        let submission = try bench.run()
        #expect(submission.state == .queued && bench.posts == 1)
    }

    @Test func `retries an unreachable server and leaves the transaction queued at the time limit`() throws {
        let bench = try Bench(state(.unreachable, .unreachable, .included))
        #expect(try bench.run().state == .included)
        let gone = try Bench(state(.unreachable, .unreachable, .unreachable, .included), wait: 3)
        #expect(try gone.run().state == .queued)
        #expect(try gone.journal.open().count == 1)
        #expect(try gone.run().state == .included)
    }

    @Test func `does not retry a rejected transaction in the same run`() throws {
        let bench = try Bench(state(.refused("tx_bad_auth")))
        let submission = try bench.run()
        #expect(submission.state == .failed && submission.ledger == nil && bench.posts == 1)
    }

    @Test func `stays pending on tx_bad_seq while an earlier attempt may have been included`() throws {
        var later = state(.unconfirmed, .refused("tx_bad_seq"), .refused("tx_bad_seq"), .refused("tx_bad_seq"))
        later.accounts[FakeHorizon.alice] = FakeHorizon.account(FakeHorizon.alice, sequence: 100)
        let bench = try Bench(later, wait: 6)
        // This Horizon's account is still behind: the first attempt may be in a ledger that it has not ingested.
        #expect(try bench.run().state == .pending)
        bench.horizon.state.withLock { $0.ledgerHas = true }
        #expect(try bench.run().state == .included)
    }

    @Test func `fails on tx_bad_seq once the transaction that used the sequence number is seen`() throws {
        var passed = state(.unconfirmed, .refused("tx_bad_seq"))
        passed.accounts[FakeHorizon.alice] = FakeHorizon.account(FakeHorizon.alice, sequence: 101)
        let other = TransactionHash(Hash(sha256: [7]))
        for history in [[FakeHorizon.past(other, sequence: 101)], [], [FakeHorizon.past(Self.hash, sequence: 101)]] {
            passed.history = history
            let submission = try Bench(passed, wait: 30).run()
            switch history {
            case []:
                #expect(submission.state == .pending)
                #expect(submission.error?.contains("does not show by which transaction") == true)
            case [FakeHorizon.past(other, sequence: 101)]:
                #expect(submission.state == .failed)
                #expect(submission.error?.contains("was used by another transaction, \(other)") == true)
            default:
                #expect(submission.state == .pending)
                #expect(submission.error?.contains("is used by this transaction") == true)
            }
        }
    }

    @Test func `stays pending if the history lacks the ledger that used the sequence number`() throws {
        var passed = state(.unconfirmed)
        var account = try #require(FakeHorizon.account(FakeHorizon.alice, sequence: 101).asObject)
        account["sequence_ledger"] = 11
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

    @Test func `reports the account's sequence number on tx_bad_seq for a number too far ahead`() throws {
        var behind = state(.refused("tx_bad_seq"))
        behind.accounts[FakeHorizon.alice] = FakeHorizon.account(FakeHorizon.alice, sequence: 98)
        let submission = try Bench(behind).run()
        #expect(submission.state == .queued && submission.codes?.decisive == .txBadSeq)
        #expect(
            submission.error
                == "it waits for the numbers before it (tx_bad_seq): the account is at 98, and this is number 101")
    }

    @Test func `does not accept tx_too_late without an expiry or long before it`() throws {
        let bench = try Bench(state(.refused("tx_too_late"), .refused("tx_too_late"), .refused("tx_too_late")), wait: 6)
        #expect(try bench.run().state == .pending)
        let later = try Bench(state(.refused("tx_too_late"), .included), wait: 20)
        #expect(try later.run(maxTime: 1_000_300).state == .included)
        let near = try Bench(state(.refused("tx_too_late"), .included), wait: 20)
        #expect(try near.run(maxTime: 1_000_299).state == .included)
    }

    /// An envelope with this maxLedger, as the journal stores it.
    private static func envelope(before ledger: UInt32) throws -> String {
        let conditions = PreconditionsV2(
            timeBounds: nil, ledgerBounds: LedgerBounds(minLedger: 0, maxLedger: ledger), minSeqNum: nil,
            minSeqAge: 0, minSeqLedgerGap: 0, extraSigners: BoundedArray())
        let draft = TransactionDraft(
            source: MuxedAccount(try AccountID(address: FakeHorizon.alice)), sequence: 101, feePerOperation: 100,
            conditions: .v2(conditions), operations: [Operation(sourceAccount: nil, body: .inflation)])
        return Base64.encode(try draft.envelope().xdr)
    }

    @Test func `does not expire by maxLedger on the word of one server`() throws {
        let bench = try Bench(FakeHorizon.State(fates: Array(repeating: .unconfirmed, count: 50)), wait: 30)
        let envelope = try Self.envelope(before: 12)
        #expect(try bench.run(envelope: envelope).state == .pending)
        let posts = bench.posts
        bench.horizon.state.withLock { $0.number = 11 }
        #expect(try bench.run(envelope: envelope).state == .pending)
        #expect(bench.posts == posts, "its last ledger has closed by the server's word")
        bench.horizon.state.withLock { $0.number = 1_000_000 }
        let over = try bench.run(envelope: envelope)
        #expect(over.state == .pending)
        bench.horizon.state.withLock { $0.ledgerHas = true }
        #expect(try bench.run(envelope: envelope).state == .included)
    }

    @Test func `submits if the next ledger is below maxLedger`() throws {
        let open = try Bench(state(.includedUnheard), wait: 20)
        #expect(try open.run(envelope: try Self.envelope(before: 12)).state == .included)
    }

    @Test func `does not accept tx_too_late if maxLedger is far away`() throws {
        let far = try Bench(state(.refused("tx_too_late"), .included), wait: 20)
        #expect(try far.run(envelope: try Self.envelope(before: 71)).state == .included)
        let near = try Bench(state(.refused("tx_too_late"), .included), wait: 20)
        #expect(try near.run(envelope: try Self.envelope(before: 69)).state == .included)
    }

    @Test func `stays pending on a temporary rejection while an earlier attempt may be pending`() throws {
        let bench = try Bench(state(.unconfirmed, .refused("tx_insufficient_fee"), .unconfirmed, .unconfirmed), wait: 6)
        #expect(try bench.run().state == .pending)
        let certain = try Bench(state(.unconfirmed, .refused("tx_bad_auth")))
        #expect(try certain.run().state == .failed)
    }

    @Test func `does not post a transaction that expired before the ledger's close time`() throws {
        let bench = try Bench(state())
        #expect(try bench.run(maxTime: 999_984).state == .expired)
        #expect(bench.posts == 0)
        let open = try Bench(state(.included))
        #expect(try open.run(maxTime: 1_000_000).state == .included)
    }

    @Test func `repeats a lookup that is temporarily unavailable`() throws {
        var deaf = state(.includedUnheard)
        deaf.deafLookUps = 0
        let bench = try Bench(deaf)
        bench.horizon.state.withLock { $0.deafLookUps = 2 }
        #expect(try bench.run().state == .included)
        #expect(bench.posts == 1)
    }
}
