// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

@testable import Journal

/// Histories that are kept because servers forget them.
struct KeptTransactionTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
    }

    private func kept(_ number: Int, ledger: UInt32, order: UInt32 = 1) -> KeptTransaction {
        KeptTransaction(
            at: LedgerPlace(ledger: ledger, order: order), hash: hash(number), time: Int64(ledger) * 5,
            isSuccessful: number % 2 == 0, envelope: "AAAA", result: "AAAB", meta: "AAAC")
    }

    private func ledgers(of account: AccountID = alice, on network: Network = testnet) throws
        -> [ClosedRange<UInt32>]
    {
        try journal.keptLedgers(network: network, account: account).map(\.ledgers)
    }

    private func keep(
        _ transactions: [KeptTransaction], of account: AccountID = alice, on network: Network = testnet,
        in ledgers: ClosedRange<UInt32>, lastHash: LedgerHash? = nil
    ) throws {
        try journal.keep(transactions, of: account, on: network, in: ledgers, lastHash: lastHash)
    }

    private func all(
        since ledger: UInt32? = nil, before place: LedgerPlace? = nil, limit: Int = 100
    ) throws -> [KeptTransaction] {
        try journal.keptTransactions(network: testnet, account: alice, since: ledger, before: place, limit: limit)
    }

    @Test func `returns what was kept, the latest first, of one account on one network`() throws {
        let some = [kept(1, ledger: 10), kept(2, ledger: 12, order: 2), kept(3, ledger: 12)]
        try keep(some, in: 10...12)
        try keep([kept(4, ledger: 11)], of: bob, in: 11...11)
        try keep([kept(5, ledger: 11)], on: another, in: 11...11)
        #expect(try all() == [some[1], some[2], some[0]])
        #expect(try all(since: 11) == [some[1], some[2]])
        #expect(try all(before: LedgerPlace(ledger: 12, order: 2)) == [some[2], some[0]])
        #expect(try all(limit: 1) == [some[1]])
        #expect(try ledgers(of: bob) == [11...11] && ledgers(of: alice, on: another) == [11...11])
        #expect(try home.journal().keptTransaction(network: testnet, hash: hash(2)) == some[1])
        #expect(try journal.keptTransaction(network: testnet, hash: hash(5)) == nil)
    }

    @Test func `a copy in memory has what the journal has, and the journal nothing of what is written to it`() throws {
        try keep([kept(1, ledger: 10)], in: 10...10)
        let copy = try JournalOpener(folder: home.online) { 1_000 }.copyInMemory()
        try copy.keep([kept(2, ledger: 11)], of: alice, on: testnet, in: 11...11, lastHash: nil)
        let found = try copy.keptTransactions(network: testnet, account: alice, since: nil, before: nil, limit: 10)
        #expect(found == [kept(2, ledger: 11), kept(1, ledger: 10)])
        #expect(try all() == [kept(1, ledger: 10)])
        let empty = try JournalOpener(folder: home.folder + "/none") { 1_000 }.copyInMemory()
        #expect(try empty.keptLedgers(network: testnet, account: alice).isEmpty)
        #expect(throws: (any Error).self) { try home.mode(home.folder + "/none") }
    }

    @Test func `what is kept stays as it is`() throws {
        let first = kept(1, ledger: 10)
        try keep([first], in: 10...10)
        try keep([kept(2, ledger: 10)], in: 9...10)
        #expect(try all() == [first])
        #expect(try ledgers() == [9...10])
    }

    @Test(
        arguments: [
            ([10...12, 14...15], [10...12, 14...15]), ([10...12, 13...15], [10...15]), ([10...12, 11...20], [10...20]),
            ([10...12, 5...8], [5...8, 10...12]), ([10...12, 5...9], [5...12]),
            ([10...12, 20...30, 13...19], [10...30]),
            ([10...12, 20...30, 1...40], [1...40]), ([10...30, 15...16], [10...30]),
            ([1...1, UInt32.max...UInt32.max], [1...1, UInt32.max...UInt32.max]),
            ([UInt32.max...UInt32.max, (UInt32.max - 1)...(UInt32.max - 1)], [(UInt32.max - 1)...UInt32.max]),
        ] as [([ClosedRange<UInt32>], [ClosedRange<UInt32>])])
    func `ledgers that touch are one range`(added: [ClosedRange<UInt32>], expected: [ClosedRange<UInt32>]) throws {
        for range in added { try keep([], in: range) }
        #expect(try ledgers() == expected)
    }

    @Test func `the hash of the last ledger stays with the range`() throws {
        func last() throws -> LedgerHash? {
            try journal.keptLedgers(network: testnet, account: alice).last?.lastHash
        }
        try keep([], in: 10...12, lastHash: hash(1))
        try keep([], in: 5...9)
        #expect(try last() == hash(1))
        try keep([], in: 13...20, lastHash: hash(2))
        try keep([], in: 1...20)
        #expect(try last() == hash(2))
        #expect(try ledgers() == [1...20])
    }

    @Test func `forgets what is kept of one network`() throws {
        try keep([kept(1, ledger: 10)], in: 10...10)
        try keep([kept(2, ledger: 10)], of: bob, in: 10...10)
        try keep([kept(3, ledger: 10)], on: another, in: 10...10)
        try journal.forgetKept(network: testnet)
        #expect(try all().isEmpty && ledgers().isEmpty && ledgers(of: bob).isEmpty)
        #expect(try ledgers(on: another) == [10...10])
        #expect(try journal.keptTransaction(network: another, hash: hash(3)) != nil)
    }

    @Test func `rejects rows that another program wrote`() throws {
        try keep([kept(1, ledger: 10)], in: 10...10)
        #expect(try home.sqlite("UPDATE kept_transaction SET hash = 'x'") != 0)
        #expect(try home.sqlite("UPDATE kept_ledgers SET last = 9") != 0)
        #expect(try home.sqlite("UPDATE kept_ledgers SET last = 5000000000") == 0)
        #expect(throws: JournalError.self) { try ledgers() }
    }

    @Test func `a place has Horizon's number of the transaction`() {
        let place = LedgerPlace(ledger: 1_000_007, order: 3)
        #expect(place.token == 1_000_007 << 32 | 3 << 12)
        #expect(LedgerPlace(token: place.token) == place && LedgerPlace(token: place.token + 17) == place)
    }
}
