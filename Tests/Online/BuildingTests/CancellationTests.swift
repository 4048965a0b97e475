// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

struct CancellationTests {
    private let office = Office()

    /// A payment with the sequence number 105.
    private func voided(_ change: (inout ConditionInput) -> Void = { _ in }) throws -> BuiltRequest {
        try office.build(office.pay()) {
            $0.sequence = .number(105)
            change(&$0.conditions)
        }
    }

    private func cancellation(_ change: (inout ConditionInput) -> Void = { _ in }) throws -> Cancellation {
        Cancellation(voided: try #require(try voided(change).transaction))
    }

    @Test func `a cancellation takes over the original's minSeqNum`() throws {
        let plain = try cancellation().conditions(ConditionInput(), now: Office.now)
        #expect(plain.extended?.minSeqNum == nil)
        let low = try cancellation { $0.minSeqNum = 101 }.conditions(ConditionInput(), now: Office.now)
        #expect(low.extended?.minSeqNum == 101)
    }

    @Test func `rejects a minSeqNum above the original's`() throws {
        let cancellation = try cancellation { $0.minSeqNum = 101 }
        var (above, below) = (ConditionInput(), ConditionInput())
        (above.minSeqNum, below.minSeqNum) = (102, 100)
        let wrong = above
        #expect(throws: Failure.self) { try cancellation.conditions(wrong, now: Office.now) }
        #expect(try cancellation.conditions(below, now: Office.now).extended?.minSeqNum == 100)
    }

    @Test func `rejects the cancellation of a superseded or expired transaction`() throws {
        let cancellation = try cancellation { $0.expiry = .after(TimeSpan(seconds: 3600)) }
        let hash = try voided().hash
        let late = Timestamp(Office.now.seconds + 3601)
        try cancellation.checkIsOpen(hash, at: 104, closed: Office.now, now: Office.now)
        // One clock alone proves no end.
        try cancellation.checkIsOpen(hash, at: 104, closed: late, now: Office.now)
        try cancellation.checkIsOpen(hash, at: 104, closed: Office.now, now: late)
        for (current, seconds) in [(105, 0), (200, 0), (104, 3601)] as [(Int64, UInt64)] {
            let failure = #expect(throws: Failure.self) {
                let time = Timestamp(Office.now.seconds + seconds)
                try cancellation.checkIsOpen(hash, at: current, closed: time, now: time)
            }
            #expect(failure?.kind == .refusedByLedger)
        }
    }

    private func lines(
        at current: Int64?, _ change: (inout ConditionInput) -> Void = { _ in },
        given: (inout ConditionInput) -> Void = { _ in }
    ) throws -> [String] {
        var input = ConditionInput()
        given(&input)
        let cancellation = try cancellation(change)
        let conditions = try cancellation.conditions(input, now: Office.now)
        return cancellation.notices(conditions, given: input, at: current).map { $0.line(in: PlainStyle()) }
    }

    @Test func `reports when a cancellation applies and which sequence numbers come first`() throws {
        #expect(try lines(at: 104).first?.hasPrefix("applies   now") == true)
        #expect(try lines(at: nil).first?.contains("while the account's sequence number is 104") == true)
        #expect(try lines(at: 102).contains { $0.contains("numbers from 103 to 104 must be used first") })
    }

    @Test func `warns of sequence numbers that the cancellation skips`() throws {
        let lines = try lines(at: 101, { $0.minSeqNum = 101 })
        #expect(lines.contains { $0.hasPrefix("warning: it skips the sequence numbers from 102 to 104") })
    }

    @Test func `warns of conditions that delay the cancellation and of an original without expiry`() throws {
        let lines = try lines(at: 104, { $0.expiry = .never }, given: { $0.minLedger = 7 })
        #expect(lines.contains { $0.hasPrefix("note: the original is valid without expiry") })
        #expect(lines.contains { $0.hasPrefix("warning: while min ledger delay this one") })
    }

    // MARK: requests

    private func request(_ transaction: KnownTransaction) throws -> BuiltRequest {
        let terms = try ReplacementTerms(
            in: office.context, network: NetworkSelection(.testnet), now: Office.now
        ) { _ in transaction }
        return try CancelJob(terms).record { _ in }
    }

    @Test func `cancels a recorded request with a bump-sequence operation that has no effect`() throws {
        let original = try voided()
        try original.record(in: office.context) {}
        let built = try request(try KnownTransaction(original.hash, in: try office.context.journal()))
        #expect(built.transaction?.seqNum == 105)
        #expect(built.transaction?.operations.map(\.body) == [.bumpSequence(BumpSequenceOp(bumpTo: 0))])
        #expect(built.request.note == "voids \(original.hash.hex)")
    }

    @Test func `a transaction named by its hash has the journal's record and signed envelope`() throws {
        let original = try voided()
        try original.record(in: office.context) {}
        let journal = try office.context.journal()
        #expect(try KnownTransaction(original.hash, in: journal).submission == nil)
        let envelope = try #require(original.request.envelope)
        try journal.queue(original, envelope: Base64.encode(envelope.xdr))
        let known = try KnownTransaction(original.hash, in: journal)
        #expect(try known.submission == journal.queued(original.hash))
        #expect(known.envelope == envelope && known.isByHash)
    }

    @Test func `rejects a transaction whose record cannot be read`() throws {
        let original = try voided()
        let journal = try office.context.journal()
        try journal.queue(original)
        let unreadable = #expect(throws: Failure.self) { try KnownTransaction(original.hash, in: journal) }
        #expect(unreadable?.kind == .badInput && unreadable?.message.contains("cannot be read") == true)
    }

    @Test func `rejects a hash that the journal does not know`() throws {
        let (hash, journal) = (try voided().hash, try office.context.journal())
        let failure = #expect(throws: Failure.self) { try KnownTransaction(hash, in: journal) }
        #expect(failure?.kind == .noInput)
    }

    @Test func `rejects the cancellation of a transaction that the journal records as applied`() throws {
        let original = try voided()
        let store = try office.context.journal()
        let envelope = try #require(original.request.envelope)
        try store.queue(original)
        try store.apply(original)
        let failure = #expect(throws: Failure.self) {
            try request(KnownTransaction(envelope, on: .testnet, origin: "x"))
        }
        #expect(failure?.message == "\(original.hash.hex) was applied in ledger 7: there is nothing to cancel")
    }

    // MARK: fee bumps

    private func bump(_ original: BuiltRequest, after seconds: UInt64 = 0) throws -> BuiltRequest {
        let terms = try ReplacementTerms(
            in: office.context, network: NetworkSelection(.testnet), now: Timestamp(Office.now.seconds + seconds)
        ) { journal throws(Failure) in try KnownTransaction(original.hash, in: journal) }
        return try FeeBumpJob(terms, paidBy: try AccountReference(text: Office.third), maxFee: 400).record { _ in }
    }

    @Test func `rejects a fee bump of an unsigned or expired request`() throws {
        let original = try voided()
        try original.record(in: office.context) {}
        let unsigned = #expect(throws: Failure.self) { try bump(original) }
        #expect(unsigned?.message.contains("has only the request") == true)
        #expect(try office.context.journal().unsentRequests().count == 1)
        let expired = #expect(throws: Failure.self) { try bump(original, after: 100_000) }
        #expect(expired?.message.contains("expired at") == true)
    }

    @Test func `without a server, signatures that came back are not enough for a fee bump by hash`() throws {
        let original = try voided()
        try original.record(in: office.context) {}
        let signature = DecoratedSignature(hint: SignatureHint(), signature: Signature(Array(1...64)) ?? Signature())
        let journal = try office.context.journal()
        try journal.record([RecordedSignature(signature, of: original.hash)])
        let failure = #expect(throws: Failure.self) { try bump(original) }
        #expect(failure?.kind == .badInput && failure?.message.contains("has only the request") == true)
    }

    @Test(
        arguments: [
            (1, 100, 200), (1, 1000, 2000), (3, 100, 400), (2, 333, 999), (100, 100, 10_100), (3, 1000, 4000),
        ] as [(Int, UInt32, Int64)])
    func `a fee bump pays at least the rate of the inner transaction, for one more operation`(
        operations: Int, fee: UInt32, needed: Int64
    ) throws {
        let payment = try #require(try voided().transaction?.operations.first)
        var inner = try TransactionDraft(
            source: MuxedAccount(address: Office.alice), sequence: 101, feePerOperation: fee, conditions: .none,
            operations: Array(repeating: payment, count: operations)
        ).envelope()
        let signature = DecoratedSignature(hint: SignatureHint(), signature: Signature(Array(1...64)) ?? Signature())
        inner = try inner.adding(signature)
        let terms = try ReplacementTerms(in: office.context, network: NetworkSelection(.testnet), now: Office.now) {
            _ in
            KnownTransaction(inner, on: .testnet, origin: "x")
        }
        let payer = try AccountReference(text: Office.third)
        let built = try FeeBumpJob(terms, paidBy: payer, maxFee: needed).record { _ in }
        guard case .feeBump(let bump)? = built.request.envelope?.content else {
            throw Failure(.bug, "no fee bump")
        }
        #expect(bump.fee == needed)
        let failure = #expect(throws: Failure.self) {
            try FeeBumpJob(terms, paidBy: payer, maxFee: needed - 1).record { _ in }
        }
        #expect(failure?.kind == .badInput && failure?.field == .maxFee)
        #expect(failure?.hint?.plain.contains("at least \(needed)") == true)
    }

    @Test(arguments: ["1.5", "auto", "9223372036854775808"])
    func `a fee is a whole number of stroops`(text: String) {
        #expect(throws: Failure.self) { try FieldID.maxFee.value(of: text, as: Int64.self) }
    }

    @Test(arguments: [0, -1] as [Int64])
    func `rejects a fee bump without a fee`(fee: Int64) throws {
        let original = try voided()
        let envelope = try #require(original.request.envelope)
        let terms = try ReplacementTerms(in: office.context, network: NetworkSelection(.testnet), now: Office.now) {
            _ in
            KnownTransaction(envelope, on: .testnet, origin: "x")
        }
        let failure = #expect(throws: Failure.self) {
            try FeeBumpJob(terms, paidBy: try AccountReference(text: Office.third), maxFee: fee).record { _ in }
        }
        #expect(failure?.kind == .badInput)
    }
}
