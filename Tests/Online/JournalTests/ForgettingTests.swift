// SPDX-License-Identifier: Apache-2.0

import Foundation
import Journal
import Testing

struct ForgettingTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `a request that no one signed is forgotten, and its number is free`() throws {
        let journal = try home.journal(at: 1_000)
        try journal.record(request(1))
        #expect(try journal.forget(hash: hash(1), signatures: 0))
        #expect(try journal.request(hash: hash(1)) == nil)
        #expect(try journal.unsentRequests().isEmpty)
        #expect(try journal.events(hash: hash(1)).last?.detail.hasSuffix(JournalEvent.forgotten) == true)
    }

    @Test func `what was signed or taken for sending meanwhile stays`() throws {
        let journal = try home.journal(at: 1_000)
        for number in 1...2 { try journal.record(request(number)) }
        _ = try journal.queue(transaction(1))
        #expect(try !journal.forget(hash: hash(1), signatures: 0))
        #expect(try !journal.forget(hash: hash(2), signatures: 1))
        #expect(try journal.unsentRequests().map(\.hash) == [hash(2)])
    }

    @Test func `what is settled is forgotten, and its outcome stays`() throws {
        let journal = try home.journal(at: 1_000)
        try journal.record(request(1))
        _ = try journal.queue(transaction(1))
        _ = try journal.beginAttempt(hash: hash(1))
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: "AAAA"))
        #expect(try journal.forget(hash: hash(1), signatures: 0))
        #expect(try journal.submission(hash: hash(1))?.isFinal == true)
        #expect(try journal.unsettledSubmissions().isEmpty)
        #expect(try journal.settledSubmissions(limit: 5).map(\.transaction.hash) == [hash(1)])
    }
}
