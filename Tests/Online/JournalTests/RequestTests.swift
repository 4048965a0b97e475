// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Journal

struct RequestTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
    }

    @Test func `finds a request by hash and by id after reopening the journal`() throws {
        try journal.record(request(1))
        try journal.record(request(1))
        let other = try home.journal()
        #expect(try other.request(hash: hash(1)) == request(1))
        #expect(try other.request(id: "id-1") == request(1))
        #expect(try other.request(hash: hash(2)) == nil)
        #expect(try other.request(id: "' OR 1=1 --") == nil)
        #expect(try journal.events(hash: hash(1)).map(\.detail) == ["id-1"])
    }

    @Test func `keeps both of two requests for one transaction and finds the latest by hash`() throws {
        try journal.record(request(1, id: "first"))
        try journal.record(request(1, id: "second"))
        #expect(try journal.request(hash: hash(1))?.id == "second")
        #expect(try journal.request(id: "first")?.hash == hash(1))
        #expect(try journal.requests(limit: 10).map(\.id) == ["second", "first"])
        #expect(try journal.requests(limit: 1).map(\.id) == ["second"])
    }

    @Test func `a withdrawn request is removed and can be recorded again`() throws {
        try journal.record([request(1), request(2)])
        try journal.withdraw(["id-1"])
        #expect(try journal.request(id: "id-1") == nil && journal.request(hash: hash(1)) == nil)
        #expect(try journal.requests(limit: 10) == [request(2)])
        #expect(try journal.events(hash: hash(1)).map(\.kind) == [.requested, .withdrawn])
        try journal.record(request(1))
        #expect(try journal.request(hash: hash(1)) == request(1))
    }

    @Test func `does not withdraw a request whose transaction is queued`() throws {
        try journal.record(request(1))
        _ = try journal.queue(transaction(1))
        try journal.withdraw(["id-1", "id-7"])
        #expect(try journal.request(hash: hash(1)) == request(1))
        #expect(try journal.events(hash: hash(1)).map(\.kind) == [.requested, .queued])
    }

    @Test func `rejects a request with the id of another transaction's request`() throws {
        try journal.record(request(1, id: "same"))
        #expect(throws: JournalError.conflict(id: "same")) { try journal.record(request(2, id: "same")) }
        #expect(try journal.request(hash: hash(2)) == nil)
    }

    @Test func `stores control characters, SQL and non-ASCII text unchanged`() throws {
        var odd = request(1)
        odd.note = "\u{202E}'; DROP TABLE request; --\n\u{1F680}"
        odd.source = nil
        odd.sequence = nil
        odd.kind = .message
        try journal.record(odd)
        #expect(try journal.request(hash: hash(1)) == odd)
    }

    @Test func `rejects text with a NUL, where SQLite would truncate it`() {
        var wrong = request(1)
        wrong.note = "a\u{0}b"
        #expect(throws: JournalError.badValue("text with a NUL in it")) { try journal.record(wrong) }
    }

    @Test func `records all requests of a batch or none`() throws {
        let journal = try home.journal()
        try journal.record([request(1), request(2), request(1)])
        #expect(try journal.requests(limit: 9) == [request(2), request(1)])
        #expect(throws: JournalError.conflict(id: "id-1")) {
            try journal.record([request(3), request(4, id: "id-1")])
        }
        #expect(try journal.requests(limit: 9).count == 2)
        #expect(try journal.events(hash: hash(3)).isEmpty)
    }
}
