// SPDX-License-Identifier: Apache-2.0

import Foundation
import Stellar
import Testing

@testable import Journal

struct KeepingTests {
    private let home = Home()

    private var copy: String { home.folder + "/copy.sqlite" }

    /// 1 was included, 2 failed in a ledger, 3 expired, 4 was rejected, 5 was sent, 6 is queued, 7 is only requested.
    private func filled() throws -> SQLiteJournal {
        let journal = try home.journal(at: 1_000)
        for number in 1...7 { try journal.record(request(number)) }
        for number in 1...6 { _ = try journal.queue(transaction(number)) }
        for number in 1...5 { _ = try journal.beginAttempt(hash: hash(number)) }
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: "AAAA"))
        _ = try journal.finish(hash: hash(2), .failed(ledger: 8, resultXDR: nil, codes: nil, reason: "tx_failed"))
        _ = try journal.finish(hash: hash(3), .expired(reason: "too late"))
        _ = try journal.finish(hash: hash(4), refusal)
        return journal
    }

    @Test func `archives final transactions, which stay final when queued again`() throws {
        let journal = try filled()
        #expect(try journal.archive(before: 1_001, to: copy) { _ in nil } == 3)
        for number in 1...3 {
            let known = try journal.queue(transaction(number, envelope: "BBBB"))
            #expect(known.isFinal && known.transaction.envelope.isEmpty)
            #expect(throws: JournalError.self) { try journal.beginAttempt(hash: hash(number)) }
            #expect(try journal.request(hash: hash(number)) == nil)
            #expect(try journal.events(hash: hash(number)).isEmpty)
            #expect(try journal.archive(of: hash(number)) == copy)
            #expect(try journal.knows(hash: hash(number)))
        }
        #expect(try journal.submissions(limit: 10).map(\.transaction.hash) == [6, 5, 4].map(hash))
        #expect(try journal.open().map(\.hash) == [hash(5), hash(6)])
        #expect(try journal.faults().isEmpty)
        var rows: [JournalRow.Table: Int] = [:]
        try SQLiteJournal(reading: copy).export { row in
            rows[row.table, default: 0] += 1
            return true
        }
        #expect(rows[.request] == 3 && rows[.submission] == 3 && rows[.event] == 12)
        #expect(try home.mode(copy) == 0o600)
    }

    @Test func `archives an unsigned request only after it has expired`() throws {
        let journal = try filled()
        let ends: [TransactionHash: Int64] = [hash(7): 2_000]
        #expect(try journal.archive(before: 1_500, to: copy) { ends[$0.hash] } == 3)
        #expect(try journal.archive(before: 2_000, to: copy + "2") { ends[$0.hash] } == 0)
        #expect(try journal.archive(before: 2_001, to: copy + "2") { ends[$0.hash] } == 1)
        #expect(try journal.request(hash: hash(7)) == nil)
    }

    @Test func `does not archive a transaction that changed at the cutoff time`() throws {
        #expect(try filled().archive(before: 1_000, to: copy) { _ in nil } == 0)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func `archives nothing if the archive file cannot be created`() throws {
        let journal = try filled()
        try Data("precious".utf8).write(to: URL(filePath: copy))
        for path in [copy, home.folder + "/none/copy.sqlite", home.folder + "/"] {
            #expect(throws: JournalError.self) { try journal.archive(before: 1_001, to: path) { _ in nil } }
        }
        #expect(try Data(contentsOf: URL(filePath: copy)) == Data("precious".utf8))
        #expect(try journal.request(hash: hash(1)) == request(1))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder).sorted() == ["copy.sqlite", "online"])
    }

    @Test func `a backup is complete and replaces an existing file only on request`() throws {
        let journal = try filled()
        try journal.backUp(to: copy, replacing: false)
        #expect(throws: JournalError.exists(path: copy)) { try journal.backUp(to: copy, replacing: false) }
        try journal.record(request(8))
        try journal.backUp(to: copy, replacing: true)
        let kept = try SQLiteJournal(reading: copy)
        #expect(try kept.request(hash: hash(8)) == request(8))
        #expect(throws: JournalError.self) { try kept.record(request(9)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder).sorted() == ["copy.sqlite", "online"])
    }

    @Test func `opening a missing journal for reading creates nothing`() throws {
        #expect(throws: JournalError.notFound(path: home.file)) { try SQLiteJournal(reading: home.file) }
        #expect(!FileManager.default.fileExists(atPath: home.online))
    }
}
