// SPDX-License-Identifier: Apache-2.0

import Journal
import Testing

struct NumberTests {
    private let home: Home
    private let journal: SQLiteJournal
    private let network = "Test SDF Network ; September 2015"

    init() throws {
        home = try Home()
        journal = try home.journal()
    }

    private func numbers(after: Int64 = 0, source: String = "GA") throws -> [Int64] {
        try journal.numbersInUse(network: network, source: source, after: after).map(\.sequence)
    }

    private func record(_ number: Int) throws {
        var request = request(number)
        request.sequence = Int64(number)
        try journal.record([request])
    }

    @Test func `requests and signed transactions have numbers, each hash once, the smallest first`() throws {
        try record(9)
        try record(4)
        _ = try journal.queue(transaction(4))
        _ = try journal.queue(transaction(6))
        let found = try journal.numbersInUse(network: network, source: "GA", after: 0)
        #expect(found.map(\.sequence) == [4, 6, 9])
        #expect(found.map(\.state) == [.queued, .queued, nil])
        #expect(found.map(\.note) == ["Invoice 4", nil, "Invoice 9"])
        #expect(found.map(\.maxTime) == [2_000, 2_000, nil])
    }

    @Test func `what the account has passed, and what others have, does not count`() throws {
        for number in [4, 6] { try record(number) }
        #expect(try numbers(after: 4) == [6])
        #expect(try numbers(after: 6) == [])
        #expect(try numbers(source: "GB") == [])
        #expect(try journal.numbersInUse(network: "another", source: "GA", after: 0) == [])
    }

    @Test func `what is settled has no number any more, and what was refused has`() throws {
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

    @Test func `what was asked for with a number is found by it, each hash once, the first first`() throws {
        for (number, sequence) in [(9, 4), (2, 4), (9, 4), (3, 5)] {
            var request = request(number, id: "id-\(number)-\(sequence)-\(Int.random(in: 0...Int.max))")
            request.sequence = Int64(sequence)
            try journal.record([request])
        }
        var message = request(7)
        (message.kind, message.sequence) = (.message, 4)
        try journal.record([message])
        let numbers = [5, 4, 6].map { AccountNumber(source: "GA", sequence: $0) }
        #expect(try journal.asked(numbers, network: network) == [[hash(3)], [hash(9), hash(2)], []])
        #expect(try journal.asked(numbers, network: "another") == [[], [], []])
        #expect(try journal.asked([AccountNumber(source: "GB", sequence: 4)], network: network) == [[]])
    }

    @Test func `a message has no number`() throws {
        var request = request(5)
        request.kind = .message
        try journal.record([request])
        #expect(try numbers() == [])
    }
}
