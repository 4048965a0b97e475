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

struct SequenceAllocatorTests {
    private let office = Office()
    private let ledger = ShownLedger(accounts: [Office.alice: .init()])

    private func allocator(_ choice: SequenceChoice) throws -> SequenceAllocator {
        try SequenceAllocator(try office.context.journal(), choice, now: Office.now)
    }

    private func next(_ choice: SequenceChoice) throws -> (number: Int64, lines: [String]) {
        try next(allocator(choice))
    }

    private func next(_ allocator: SequenceAllocator) throws -> (number: Int64, lines: [String]) {
        var view = try ledger.view()
        var notices: [Codec.Notice] = []
        let number = try allocator.next(of: try AccountID(address: Office.alice), in: &view, noting: &notices)
        return (number, notices.map { $0.line(in: PlainStyle()) })
    }

    /// Records a request with a sequence number.
    @discardableResult private func ask(_ number: Int64) throws -> BuiltRequest {
        let built = try office.build(office.pay()) { $0.sequence = .number(number) }
        try built.record(in: office.context) {}
        return built
    }

    private func sign(_ built: BuiltRequest) throws {
        try office.context.journal().queue(built)
    }

    @Test func `allocates the account's next sequence number if nothing else is recorded`() throws {
        for choice in [SequenceChoice.next, .afterPending, .afterDrafts] {
            let found = try next(choice)
            #expect(found.number == 101 && found.lines.isEmpty)
        }
    }

    @Test func `warns of a draft with the same sequence number, and skips it with --after-drafts`() throws {
        try ask(101)
        let found = try next(.next)
        #expect(found.number == 101)
        #expect(found.lines.contains { $0.contains("is already used by") && $0.contains("after drafts") })
        #expect(try next(.afterPending).number == 101)
        #expect(try next(.afterDrafts).number == 102)
    }

    @Test func `counts a signed transaction as pending, but not a draft`() throws {
        try sign(try ask(101))
        try ask(102)
        #expect(try next(.afterPending).number == 102)
        #expect(try next(.afterDrafts).number == 103)
        let plain = try next(.next)
        #expect(plain.lines.contains { $0.contains("after pending uses the next free number") })
    }

    @Test func `warns of a gap in the sequence numbers`() throws {
        try ask(101)
        try ask(103)
        let found = try next(.afterDrafts)
        #expect(found.number == 104)
        #expect(found.lines.contains { $0.hasPrefix("warning: no pending transaction uses sequence number 102") })
    }

    @Test func `an expired draft does not occupy a sequence number`() throws {
        try office.build(office.pay()) {
            $0.now = Timestamp(1_000)
            $0.conditions.expiry = .after(TimeSpan(seconds: 3600))
        }.record(in: office.context) {}
        #expect(try next(.afterDrafts).number == 101)
    }

    @Test func `rejects an allocation after the largest sequence number`() throws {
        try sign(try ask(.max))
        #expect(throws: Failure.self) { try next(.afterPending) }
    }

    @Test func `counts drafts that other builders record after the allocator is created`() throws {
        let allocator = try allocator(.afterPending)
        try ask(101)
        #expect(try next(allocator).number == 102)
        #expect(try next(.afterPending).number == 101)
    }

    @Test func `detects a sequence number that another builder takes in the meantime`() throws {
        let (first, second) = (try allocator(.afterDrafts), try allocator(.afterDrafts))
        let (before, position) = (try first.position(), try second.position())
        #expect(try next(first).number == 101)
        #expect(try next(second).number == 101)
        #expect(try Self.record(101, "1", since: before, in: office.context))
        #expect(try !Self.record(101, "2", since: position, in: office.context))
        #expect(try next(second).number == 102)
    }

    /// Records a payment with a sequence number, unless another was recorded with it since the position.
    private static func record(
        _ number: Int64, _ amount: String, since position: JournalPosition?, in context: OnlineContext
    ) throws -> Bool {
        var wanted = TransactionParameters(context: context, network: NetworkSelection(.testnet), now: Office.now)
        (wanted.source, wanted.sequence) = (try AccountReference(text: Office.alice), .number(number))
        var builder = try TransactionBuilder(wanted)
        builder.position = position
        let payment = PaymentInput(
            destination: try AccountReference(text: Office.bob), asset: .asset(.native),
            amount: try AmountInput(text: amount))
        let body = try payment.body(in: &builder)
        let isThere: Void? = try builder.request(for: body).record(in: context) {}
        return isThere != nil
    }

    @Test(arguments: [SequenceChoice.afterDrafts, .afterPending])
    func `concurrent builders never allocate a sequence number twice`(
        choice: SequenceChoice
    ) async throws {
        let (context, ledger) = (office.context, ledger)
        let (builders, each) = (4, 3)
        let taken = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for builder in 0..<builders {
                group.addTask {
                    var taken: [Int64] = []
                    var view = try ledger.view()
                    let alice = try AccountID(address: Office.alice)
                    // Each task opens its own journal, as a separate process would.
                    let allocator = try SequenceAllocator(try context.journal(), choice, now: Office.now)
                    while taken.count < each {
                        var notices: [Codec.Notice] = []
                        let position = try allocator.position()
                        let number = try allocator.next(of: alice, in: &view, noting: &notices)
                        let amount = "\(builder * each + taken.count + 1)"
                        if try Self.record(number, amount, since: position, in: context) { taken.append(number) }
                    }
                    return taken
                }
            }
            return try await group.reduce(into: [Int64]()) { $0 += $1 }
        }
        #expect(taken.count == builders * each)
        // With `.afterPending`, a builder ignores drafts that were recorded before it started.
        if choice == .afterDrafts { #expect(taken.sorted() == Array(101...112)) }
    }
}
