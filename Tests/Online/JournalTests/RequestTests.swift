// SPDX-License-Identifier: Apache-2.0

import Journal
import Testing

struct RequestTests {
    private let home: Home
    private let journal: SQLiteJournal

    init() throws {
        home = try Home()
        journal = try home.journal()
    }

    @Test func `a request is found by its hash and by its id, also after opening anew`() throws {
        try journal.record(request(1))
        try journal.record(request(1))
        let other = try home.journal()
        #expect(try other.request(hash: hash(1)) == request(1))
        #expect(try other.request(id: "id-1") == request(1))
        #expect(try other.request(hash: hash(2)) == nil)
        #expect(try other.request(id: "' OR 1=1 --") == nil)
        #expect(try journal.events(hash: hash(1)).map(\.detail) == ["id-1"])
    }

    @Test func `of two requests for the same transaction both are kept and the last one counts`() throws {
        try journal.record(request(1, id: "first"))
        try journal.record(request(1, id: "second"))
        #expect(try journal.request(hash: hash(1))?.id == "second")
        #expect(try journal.request(id: "first")?.hash == hash(1))
        #expect(try journal.requests(limit: 10).map(\.id) == ["second", "first"])
        #expect(try journal.requests(limit: 1).map(\.id) == ["second"])
    }

    @Test func `a request that is withdrawn is gone, and its number is free`() throws {
        try journal.record([request(1), request(2)])
        try journal.withdraw(["id-1"])
        #expect(try journal.request(id: "id-1") == nil && journal.request(hash: hash(1)) == nil)
        #expect(try journal.requests(limit: 10) == [request(2)])
        #expect(try journal.events(hash: hash(1)).map(\.kind) == [.requested, .withdrawn])
        try journal.record(request(1))
        #expect(try journal.request(hash: hash(1)) == request(1))
    }

    @Test func `what was never requested, or came back signed, is not withdrawn`() throws {
        try journal.record(request(1))
        _ = try journal.queue(transaction(1))
        try journal.withdraw(["id-1", "id-7"])
        #expect(try journal.request(hash: hash(1)) == request(1))
        #expect(try journal.events(hash: hash(1)).map(\.kind) == [.requested, .queued])
    }

    @Test func `an id that another request has is refused`() throws {
        try journal.record(request(1, id: "same"))
        #expect(throws: JournalError.conflict(id: "same")) { try journal.record(request(2, id: "same")) }
        #expect(try journal.request(hash: hash(2)) == nil)
    }

    @Test func `text of any kind comes back as it was`() throws {
        var odd = request(1)
        odd.note = "\u{202E}'; DROP TABLE request; --\n\u{1F680}"
        odd.source = nil
        odd.sequence = nil
        odd.kind = .message
        try journal.record(odd)
        #expect(try journal.request(hash: hash(1)) == odd)
    }

    @Test func `text with a NUL, which SQLite would cut there, is refused`() {
        var wrong = request(1)
        wrong.note = "a\u{0}b"
        #expect(throws: JournalError.badValue("text with a NUL in it")) { try journal.record(wrong) }
    }

    @Test func `a hash in upper case is refused`() {
        var wrong = request(1)
        wrong.hash = String(repeating: "F", count: 64)
        #expect(throws: JournalError.self) { try journal.record(wrong) }
    }

    @Test func `many requests are kept in one piece or not at all`() throws {
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
