// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Journal

struct ForgettingTests {
    private let home = Home()

    @Test func `forgets an unsigned request`() throws {
        let journal = try home.journal(at: 1_000)
        try journal.record(request(1))
        #expect(try journal.forget(hash: hash(1), signatures: 0))
        #expect(try journal.request(hash: hash(1)) == nil)
        #expect(try journal.unsentRequests().isEmpty)
        #expect(try journal.events(hash: hash(1)).last?.detail.hasSuffix(JournalEvent.forgotten) == true)
    }

    @Test func `does not forget a request that is queued or whose signature count has changed`() throws {
        let journal = try home.journal(at: 1_000)
        for number in 1...2 { try journal.record(request(number)) }
        _ = try journal.queue(transaction(1))
        #expect(try !journal.forget(hash: hash(1), signatures: 0))
        #expect(try !journal.forget(hash: hash(2), signatures: 1))
        #expect(try journal.unsentRequests().map(\.hash) == [hash(2)])
    }

    @Test func `forgets an included transaction's request and keeps its outcome`() throws {
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
