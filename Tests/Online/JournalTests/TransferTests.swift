// SPDX-License-Identifier: Apache-2.0

import Journal
import Testing

struct TransferTests {
    private let home: Home
    private let journal: SQLiteJournal

    init() throws {
        home = try Home()
        journal = try home.journal()
    }

    private func transfer(_ asset: String = "SRT", kind: String = "deposit") -> RecordedTransfer {
        var transfer = RecordedTransfer(
            networkPassphrase: "n", homeDomain: "example.com", account: "GA", memo: "7", kind: kind, protocol: "sep6",
            asset: asset)
        (transfer.amount, transfer.method, transfer.otherAsset) = ("10.5", "SEPA", "iso4217:USD")
        (transfer.paymentMemo, transfer.takesClaimableBalances) = ("id:3", true)
        (transfer.quoteID, transfer.fields) = ("q", "dest")
        return transfer
    }

    private func begun(_ id: String?) throws -> RecordedTransfer {
        var transfer = try journal.add(transfer())
        transfer.step = .sending
        transfer = try journal.update(transfer, before: .customer)
        (transfer.step, transfer.transferID, transfer.status) = (.begun, id, "incomplete")
        return try journal.update(transfer, before: .sending)
    }

    @Test func `a transfer comes back as it was kept, from another program as well`() throws {
        let first = try journal.add(transfer())
        let second = try journal.add(transfer("native", kind: "withdrawal"))
        #expect((first.number, second.number) == (1, 2) && first.created == 1_000)
        #expect(try home.journal().transfer(number: 1) == first)
        #expect(try home.journal().transfers(limit: 9) == [second, first])
        #expect(try journal.transfers(limit: 1) == [second])
        #expect(try journal.transfer(number: 3) == nil)
    }

    @Test func `each step is kept, and what was settled with it`() throws {
        var transfer = try journal.add(transfer())
        for step in RecordedTransfer.Step.allCases.dropFirst() {
            let before = transfer.step
            transfer.step = step
            transfer = try home.journal(at: 2_000).update(transfer, before: before)
            #expect(try journal.transfer(number: 1) == transfer && transfer.changed == 2_000)
        }
    }

    @Test func `of two programs that go on with one transfer the slower one is refused`() throws {
        var transfer = try journal.add(transfer())
        transfer.step = .sending
        _ = try home.journal().update(transfer, before: .customer)
        #expect(throws: JournalError.transferMoved(number: 1)) { try journal.update(transfer, before: .customer) }
        transfer.number = 9
        #expect(throws: JournalError.transferMoved(number: 9)) { try journal.update(transfer, before: .customer) }
    }

    @Test func `a transfer is found by the anchor's id, which it has only once it is begun`() throws {
        let first = try begun("x")
        #expect(try journal.transfer(network: "n", homeDomain: "example.com", id: "x") == first)
        #expect(try journal.transfer(network: "m", homeDomain: "example.com", id: "x") == nil)
        #expect(try journal.transfer(network: "n", homeDomain: "other.example", id: "x") == nil)
        // An anchor may give one twice, or none.
        let second = try begun("x")
        #expect(try journal.transfer(network: "n", homeDomain: "example.com", id: "x") == second)
        _ = try begun(nil)
        _ = try begun(nil)
        var early = try journal.add(transfer())
        early.transferID = "y"
        #expect(throws: JournalError.self) { try journal.update(early, before: .customer) }
    }

    @Test func `what is no transfer is not kept`() throws {
        #expect(throws: JournalError.self) { try journal.add(transfer(kind: "gift")) }
        #expect(throws: JournalError.badValue("text with a NUL in it")) { try journal.add(transfer("a\u{0}b")) }
        #expect(try journal.transfers(limit: 9) == [])
        _ = try journal.add(transfer())
        #expect(try home.sqlite("UPDATE transfer SET step = 'elsewhere'") != 0)
    }

    @Test func `a journal of the fifth version gets a place for transfers and keeps all it has`() throws {
        try journal.record(request(1))
        try home.takeBack(to: 5)
        let later = try home.journal()
        #expect(try later.request(hash: hash(1)) == request(1))
        #expect(try later.add(transfer()).number == 1)
    }
}
