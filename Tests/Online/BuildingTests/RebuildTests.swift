// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

/// What became of a transaction, and what may be built in its place.
struct RebuildTests {
    private let office = Office()
    private static let other = TransactionHash(Hash(sha256: [1]))

    private var journal: any OnlineJournal { get throws { try office.context.journal() } }

    /// A recorded request for a payment by Alice, whose account is at the number 100.
    private func request(_ sequence: Int64 = 101, _ amount: String = "1", until end: UInt64? = nil) throws
        -> HashedTransaction
    {
        let built = try office.build(office.pay(Office.bob, amount)) { wanted in
            wanted.sequence = .number(sequence)
            wanted.now = Timestamp(1_700_000_000)
            wanted.conditions.expiry = end.map { .at(Timestamp($0)) } ?? .never
        }
        #expect(try built.record(in: office.context) { true } == true)
        return HashedTransaction(try #require(built.request.envelope), on: .testnet)
    }

    private func fate(of transaction: HashedTransaction, now: Timestamp = Office.now) throws -> Fate {
        let ledger = ShownLedger(accounts: [Office.alice: ShownLedger.Account()])
        var finder = try FateFinder(journal, AnyLedger(try ledger.view()), now: now)
        return try finder.fate(of: transaction)
    }

    private func sign(_ transaction: HashedTransaction) throws {
        try journal.record([
            RecordedSignature(
                hash: transaction.hash, hint: "01020304", signature: Base64.encode([UInt8](repeating: 1, count: 64)))
        ])
    }

    private func queue(_ transaction: HashedTransaction) throws {
        let innermost = transaction.envelope.innermost
        let end = innermost.cond.timeBounds.map { Int64(clamping: $0.maxTime) }
        let signed = SignedTransaction(
            hash: transaction.hash, network: .testnet, envelope: "AAAA", source: innermost.sourceAccount.account,
            sequence: innermost.seqNum, maxTime: end)
        try journal.queue(1) { _ throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in (signed, []) }
    }

    private func settle(_ transaction: HashedTransaction, _ outcome: SubmissionOutcome) throws {
        try queue(transaction)
        _ = try journal.perform([.attempt(hash: transaction.hash)])
        _ = try journal.perform([.outcome(hash: transaction.hash, outcome)])
    }

    @Test func `an expiry counts by both clocks, and a signature keeps a transaction open`() throws {
        let now = Office.now.seconds
        let expired = try request(until: now - 1)
        #expect(try fate(of: expired) == .over("it expired at \(Timestamp(now - 1).utc)"))
        #expect(
            try fate(of: expired, now: Timestamp(now - 2)) == .unsigned(sharesNumber: false),
            "not by this machine's clock")
        let live = try request(102, until: now + 60)
        #expect(try fate(of: live) == .unsigned(sharesNumber: false))
        #expect(
            try fate(of: live, now: Timestamp(now + 1000)) == .unsigned(sharesNumber: false), "not by the ledger's time"
        )
        try sign(live)
        #expect(try fate(of: live) == .open(live.hash, until: Timestamp(now + 60)))
        try sign(expired)
        #expect(try fate(of: expired) == .over("it expired at \(Timestamp(now - 1).utc)"))
    }

    @Test func `what was not requested here may have been signed anywhere`() throws {
        let built = try office.build(office.pay())
        let transaction = HashedTransaction(try #require(built.request.envelope), on: .testnet)
        let end = try #require(transaction.envelope.innermost.cond.timeBounds).maxTime
        #expect(try fate(of: transaction) == .open(transaction.hash, until: Timestamp(end)))
    }

    @Test func `a number that was used by nothing that a server shows is no proof`() throws {
        let words: Wording =
            "its sequence number 100 was used, and no server shows by which transaction: it may be this one"
        #expect(try fate(of: try request(100)) == .unknown(words))
        #expect(
            try fate(of: try request(99, until: 1_750_000_000))
                == .unknown(
                    "its sequence number 99 was used, and no server shows by which transaction: it may be this one"))
    }

    @Test func `the journal's outcomes count without a server`() throws {
        let (applied, failed, rejected) = (try request(101), try request(102), try request(103))
        try settle(applied, .included(ledger: 7, resultXDR: nil))
        #expect(try fate(of: applied) == .applied(ledger: 7))
        #expect(
            try fate(of: try request(101, "2")) == .over("its sequence number was used by \(applied.hash) in ledger 7"))
        try settle(failed, .failed(ledger: 8, resultXDR: nil, codes: nil, reason: "failed"))
        #expect(try fate(of: failed) == .over("it failed in ledger 8"))
        try settle(rejected, .failed(ledger: nil, resultXDR: nil, codes: nil, reason: "failed"))
        #expect(
            try fate(of: rejected) == .open(rejected.hash, until: nil),
            "rejected without a ledger: it may be taken later")
        let pending = try request(104)
        try settle(pending, .unknown(reason: "silence"))
        #expect(try fate(of: pending) == .unknown("it was submitted, and its outcome is not known yet"))
    }

    @Test func `what was rebuilt is not rebuilt once more`() throws {
        let (first, second, third) = (try request(101), try request(101, "2"), try request(101, "3"))
        try journal.record(superseded: first.hash, by: second.hash)
        #expect(try fate(of: first) == .rebuilt(second.hash, applied: nil))
        try journal.record(superseded: second.hash, by: third.hash)
        #expect(
            try fate(of: first) == .rebuilt(third.hash, applied: nil)
                && fate(of: second) == .rebuilt(third.hash, applied: nil))
        #expect(try fate(of: third) == .unsigned(sharesNumber: false))
        #expect(try journal.ending(of: second.hash)?.detail == third.hash.hex)
        _ = try journal.forget(hash: third.hash, signatures: 0)
        #expect(try fate(of: second) == .unsigned(sharesNumber: false), "the one in its place was forgotten")
        #expect(try journal.ending(of: second.hash) == nil)
        #expect(try fate(of: first) == .rebuilt(second.hash, applied: nil))
    }

    @Test func `what replaces an applied transaction is as good as applied`() throws {
        let (first, second) = (try request(101), try request(101, "2"))
        try journal.record(superseded: first.hash, by: second.hash)
        try settle(first, .included(ledger: 7, resultXDR: nil))
        #expect(try fate(of: second) == .applied(ledger: 7))
        let stranger = try request(101, "3")
        #expect(try fate(of: stranger) == .over("its sequence number was used by \(first.hash) in ledger 7"))
    }

    @Test func `as long as one in whose place it was built can be applied, the number stays`() throws {
        let now = Office.now.seconds
        let (first, second) = (try request(101), try request(101, "2", until: now - 1))
        try sign(first)
        try journal.record(superseded: first.hash, by: second.hash)
        #expect(try fate(of: second) == .open(first.hash, until: nil), "only the second has expired")
        let (third, fourth) = (try request(102), try request(102, "2"))
        try sign(third)
        try journal.record(superseded: third.hash, by: fourth.hash)
        #expect(try fate(of: fourth) == .unsigned(sharesNumber: true))
    }

    @Test func `a circle in an edited journal ends`() throws {
        let (first, second) = (try request(101), try request(102))
        try journal.record(superseded: first.hash, by: second.hash)
        try journal.record(superseded: second.hash, by: first.hash)
        #expect(try fate(of: first) == .rebuilt(second.hash, applied: nil))
        #expect(try fate(of: second) == .rebuilt(first.hash, applied: nil))
    }

    @Test(arguments: [
        (Fate.over("it expired"), false, SequenceChoice.firstFree(nil)),
        (.unsigned(sharesNumber: false), false, .firstFree(101)),
        (.unsigned(sharesNumber: false), true, .replacing(101)),
        (.unsigned(sharesNumber: true), false, .replacing(101)),
        (.open(other, until: nil), true, .replacing(101)), (.unknown("silence"), true, .replacing(101)),
    ])
    func `the number follows from what became of the earlier one`(
        fate: Fate, mayBeAlive: Bool, choice: SequenceChoice
    ) throws {
        let replacement = try Replacement(of: try request(), fate, mayBeAlive: mayBeAlive)
        #expect(replacement.sequence == choice)
        #expect(replacement.request.isForgotten == ({ if case .unsigned = fate { true } else { false } }()))
    }

    @Test(arguments: [
        (Fate.applied(ledger: 7), true, FaultKind.refusedByLedger), (.unknown("silence"), false, .refusedByLedger),
        (.open(other, until: nil), false, .refused), (.rebuilt(other, applied: nil), true, .refused),
    ])
    func `what may be paid twice is not rebuilt`(fate: Fate, mayBeAlive: Bool, kind: FaultKind) throws {
        let transaction = try request()
        let failure = #expect(throws: Failure.self) {
            try Replacement(of: transaction, fate, mayBeAlive: mayBeAlive)
        }
        #expect(failure?.kind == kind)
    }
}
