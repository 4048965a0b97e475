// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import Testing

@testable import Journal

struct NumberTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
    }

    private func numbers(after: Int64 = 0, source: AccountID = alice) throws -> [Int64] {
        try journal.numbersInUse(network: testnet, source: source, after: after).map(\.sequence)
    }

    private func record(_ number: Int) throws {
        var request = request(number)
        request.sequence = Int64(number)
        try journal.record([request])
    }

    @Test func `lists the sequence numbers in use in ascending order, one entry per hash`() throws {
        try record(9)
        try record(4)
        _ = try journal.queue(transaction(4))
        _ = try journal.queue(transaction(6))
        let found = try journal.numbersInUse(network: testnet, source: alice, after: 0)
        #expect(found.map(\.sequence) == [4, 6, 9])
        #expect(found.map(\.state) == [.queued, .queued, nil])
        #expect(found.map(\.note) == ["Invoice 4", nil, "Invoice 9"])
        #expect(found.map(\.maxTime) == [2_000, 2_000, nil])
    }

    @Test func `omits sequence numbers already used and those of other accounts or networks`() throws {
        for number in [4, 6] { try record(number) }
        #expect(try numbers(after: 4) == [6])
        #expect(try numbers(after: 6) == [])
        #expect(try numbers(source: bob) == [])
        #expect(try journal.numbersInUse(network: another, source: alice, after: 0) == [])
    }

    @Test func `included and expired transactions release their sequence number, rejected ones do not`() throws {
        for number in [1, 2, 3] {
            try record(number)
            _ = try journal.queue(transaction(number))
            _ = try journal.beginAttempt(hash: hash(number))
        }
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: nil))
        _ = try journal.finish(hash: hash(2), .expired(reason: "too late"))
        _ = try journal.finish(hash: hash(3), refusal)
        #expect(try numbers() == [3])
    }

    @Test func `finds requested hashes by sequence number, without duplicates, oldest first`() throws {
        for (number, sequence) in [(9, 4), (2, 4), (9, 4), (3, 5)] {
            var request = request(number, id: "id-\(number)-\(sequence)-\(Int.random(in: 0...Int.max))")
            request.sequence = Int64(sequence)
            try journal.record([request])
        }
        var message = request(7)
        (message.kind, message.sequence) = (.message, 4)
        try journal.record([message])
        let numbers = [5, 4, 6].map { AccountNumber(source: alice, sequence: $0) }
        #expect(try journal.asked(numbers, network: testnet) == [[hash(3)], [hash(9), hash(2)], []])
        #expect(try journal.asked(numbers, network: another) == [[], [], []])
        #expect(try journal.asked([AccountNumber(source: bob, sequence: 4)], network: testnet) == [[]])
    }

    @Test func `a message uses no sequence number`() throws {
        var request = request(5)
        request.kind = .message
        try journal.record([request])
        #expect(try numbers() == [])
    }

    @Test func `records none of a batch if a sequence number was requested since the mark`() throws {
        try record(3)
        let mark = try journal.mark()
        try record(4)
        var (same, later, other) = (request(5), request(6), request(7))
        (same.sequence, later.sequence, other.sequence, other.source) = (4, 5, 4, bob)
        #expect(try journal.record([other, same], since: mark) == false)
        #expect(try journal.request(hash: other.hash) == nil, "a batch is recorded as a whole or not at all")
        #expect(try journal.record([later], since: mark))
        #expect(try journal.record([same], since: try journal.mark()))
        #expect(try journal.record([other], since: mark))
    }

    @Test
    func `a transaction queued since the mark conflicts, requests of one batch do not`()
        throws
    {
        let mark = try journal.mark()
        var requests = [request(8), request(9)]
        for (index, number) in [8, 9].enumerated() { requests[index].sequence = Int64(number) }
        _ = try journal.queue(transaction(9))
        #expect(try journal.record(requests, since: mark) == false)
        #expect(try journal.record(requests, since: try journal.mark()))
    }

    @Test func `lists earlier sequence numbers submitted with an unknown outcome`() throws {
        for number in [4, 5, 6, 7] { _ = try journal.queue(transaction(number)) }
        for number in [4, 5, 6] { _ = try journal.beginAttempt(hash: hash(number)) }
        _ = try journal.finish(hash: hash(5), .unknown(reason: "504"))
        func doubtful(_ before: Int64) throws -> [Int64] {
            try journal.numbersInDoubt(network: testnet, source: alice, before: before).map(\.sequence)
        }
        #expect(try [4, 5, 6, 100].map(doubtful) == [[], [4], [4, 5], [4, 5, 6]])
        _ = try journal.finish(hash: hash(4), .included(ledger: 7, resultXDR: nil))
        _ = try journal.finish(hash: hash(5), .expired(reason: "too late"))
        #expect(try doubtful(100) == [6])
        #expect(try journal.numbersInDoubt(network: testnet, source: bob, before: 100) == [])
        #expect(try journal.numbersInDoubt(network: another, source: alice, before: 100) == [])
    }
}
