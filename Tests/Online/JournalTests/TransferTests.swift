// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

@testable import Journal

struct TransferTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
    }

    private func transfer(_ asset: String = "SRT", kind: TransferKind = .deposit) -> RecordedTransfer {
        var transfer = RecordedTransfer(
            network: testnet, homeDomain: "example.com", account: MuxedAccount(alice), memo: "7", kind: kind,
            protocol: .sep6, asset: asset)
        (transfer.amount, transfer.method, transfer.otherAsset) = ("10.5", "SEPA", "iso4217:USD")
        (transfer.paymentMemo, transfer.takesClaimableBalances) = ("id:3", true)
        (transfer.quoteID, transfer.fields) = ("q", "dest")
        return transfer
    }

    private func begun(_ id: String?, kind: TransferKind = .deposit) throws -> RecordedTransfer {
        var transfer = try journal.add(transfer(kind: kind))
        transfer.step = .sending
        transfer = try journal.update(transfer, before: .customer)
        (transfer.step, transfer.transferID, transfer.status) = (.begun, id, .incomplete)
        return try journal.update(transfer, before: .sending)
    }

    @Test func `reads back a stored transfer, also through another connection`() throws {
        let first = try journal.add(transfer())
        let second = try journal.add(transfer("native", kind: .withdrawal))
        #expect((first.number, second.number) == (1, 2) && first.created == 1_000)
        #expect(try home.journal().transfer(number: 1) == first)
        #expect(try home.journal().transfers(limit: 9) == [second, first])
        #expect(try journal.transfers(limit: 1) == [second])
        #expect(try journal.transfer(number: 3) == nil)
    }

    @Test func `stores each step of a transfer`() throws {
        var transfer = try journal.add(transfer())
        for step in RecordedTransfer.Step.allCases.dropFirst() {
            let before = transfer.step
            transfer.step = step
            transfer = try home.journal(at: 2_000).update(transfer, before: before)
            #expect(try journal.transfer(number: 1) == transfer && transfer.changed == 2_000)
        }
    }

    @Test func `forgets a transfer until it is sent to the anchor, and gives its number to no other`() throws {
        let first = try journal.add(transfer())
        try journal.remove(first)
        #expect(try journal.transfer(number: 1) == nil)
        var second = try journal.add(transfer())
        #expect(second.number == 2)
        for step in [RecordedTransfer.Step.sending, .begun] {
            let before = second
            second.step = step
            second = try journal.update(second, before: before.step)
            #expect(throws: JournalError.transferMoved(number: 2)) { try journal.remove(second) }
            #expect(throws: JournalError.transferMoved(number: 2)) { try journal.remove(before) }
        }
        #expect(try journal.transfer(number: 2) == second)
    }

    @Test func `rejects an update of a transfer that has moved to another step`() throws {
        var transfer = try journal.add(transfer())
        transfer.step = .sending
        _ = try home.journal().update(transfer, before: .customer)
        #expect(throws: JournalError.transferMoved(number: 1)) { try journal.update(transfer, before: .customer) }
        transfer.number = 9
        #expect(throws: JournalError.transferMoved(number: 9)) { try journal.update(transfer, before: .customer) }
    }

    @Test func `finds the latest transfer by the anchor's id, which only a begun one may have`() throws {
        let first = try begun("x")
        #expect(try journal.transfer(network: testnet, homeDomain: "example.com", id: "x", kind: nil) == first)
        #expect(try journal.transfer(network: another, homeDomain: "example.com", id: "x", kind: nil) == nil)
        #expect(try journal.transfer(network: testnet, homeDomain: "other.example", id: "x", kind: nil) == nil)
        // An anchor may issue an id twice, or none.
        let second = try begun("x")
        #expect(try journal.transfer(network: testnet, homeDomain: "example.com", id: "x", kind: nil) == second)
        _ = try begun(nil)
        _ = try begun(nil)
        var early = try journal.add(transfer())
        early.transferID = "y"
        #expect(throws: JournalError.self) { try journal.update(early, before: .customer) }
    }

    @Test func `prefers the transfer of the kind that is meant, where an anchor gave both one id`() throws {
        let (deposit, withdrawal) = (try begun("7"), try begun("7", kind: .withdrawal))
        func found(_ kind: TransferKind?) throws -> RecordedTransfer? {
            try journal.transfer(network: testnet, homeDomain: "example.com", id: "7", kind: kind)
        }
        #expect(try found(.deposit) == deposit && found(.withdrawal) == withdrawal && found(nil) == withdrawal)
        let alone = try begun("8")
        #expect(
            try journal.transfer(network: testnet, homeDomain: "example.com", id: "8", kind: .withdrawal) == alone)
    }

    @Test func `rejects a transfer with an unknown kind, a NUL in its text or an unknown step`() throws {
        #expect(throws: JournalError.badValue("text with a NUL in it")) { try journal.add(transfer("a\u{0}b")) }
        #expect(try journal.transfers(limit: 9) == [])
        _ = try journal.add(transfer())
        #expect(try home.sqlite("UPDATE transfer SET step = 'elsewhere'") != 0)
    }

    @Test func `migrates version 5 to store transfers and keeps the requests`() throws {
        try journal.record(request(1))
        try home.takeBack(to: 5)
        let later = try home.journal()
        #expect(try later.request(hash: hash(1)) == request(1))
        #expect(try later.add(transfer()).number == 1)
    }
}
