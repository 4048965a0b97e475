// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

@testable import Journal

struct WatchTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
    }

    private func seen(_ account: AccountID, _ state: String = "{}", network: Network = testnet) -> WatchedAccount {
        WatchedAccount(
            network: network, account: account, state: state, cursor: "7", ledger: 9, seen: 1_000)
    }

    @Test func `returns the latest observation of an account, per network`() throws {
        try journal.keep(seen(alice, "old"))
        try journal.keep(seen(alice, "new"))
        try journal.keep(seen(alice, "other", network: another))
        #expect(try home.journal().watched(network: testnet, account: alice) == seen(alice, "new"))
        #expect(try journal.watched(network: another, account: alice)?.state == "other")
        #expect(try journal.watched(network: testnet, account: bob) == nil)
    }

    @Test func `lists the observed accounts of a network, and forgets one`() throws {
        for account in [alice, bob] { try journal.keep(seen(account)) }
        try journal.keep(seen(alice, network: another))
        let all = [alice, bob].sorted { $0.address < $1.address }
        #expect(try home.journal().watchedAccounts(network: testnet) == all)
        try journal.forgetWatched(network: testnet, account: alice)
        try journal.forgetWatched(network: testnet, account: alice)
        #expect(try journal.watchedAccounts(network: testnet) == [bob])
        #expect(try journal.watchedAccounts(network: another) == [alice])
    }

    @Test func `rejects an observation with a NUL in its text`() throws {
        #expect(throws: JournalError.badValue("text with a NUL in it")) { try journal.keep(seen(alice, "a\u{0}b")) }
        #expect(try journal.watched(network: testnet, account: alice) == nil)
    }

    @Test func `knows only the hashes of requests, queued transactions and inner transactions`() throws {
        try journal.record(request(1))
        _ = try journal.queue(transaction(2))
        var bump = transaction(3)
        bump.innerHash = hash(4)
        _ = try journal.queue(bump)
        for number in 1...4 { #expect(try journal.knows(hash: hash(number))) }
        #expect(try !journal.knows(hash: hash(5)))
    }

    @Test func `the highest sequence number covers transactions included up to the given ledger`() throws {
        for (number, ledger) in [(5, 10), (6, 20)] {
            _ = try journal.queue(transaction(number))
            _ = try journal.beginAttempt(hash: hash(number))
            _ = try journal.finish(hash: hash(number), .included(ledger: Int64(ledger), resultXDR: nil))
        }
        _ = try journal.queue(transaction(7))
        func highest(_ ledger: Int64, source: AccountID = alice) throws -> Int64? {
            try journal.highestSequence(network: testnet, source: source, upTo: ledger)
        }
        #expect(try highest(19) == 5)
        #expect(try highest(20) == 6)
        #expect(try highest(9) == nil)
        #expect(try highest(20, source: bob) == nil)
    }
}
