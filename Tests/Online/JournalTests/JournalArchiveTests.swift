// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Stellar
import Testing
import Workspace

@testable import Journal

struct JournalArchiveTests {
    private let home = Home()

    private var path: String { home.folder + "/archive.sqlite" }

    private func settled() throws -> SQLiteJournal {
        let journal = try home.journal(at: 1_000)
        try journal.record(request(1))
        _ = try journal.queue(transaction(1))
        _ = try journal.beginAttempt(hash: hash(1))
        _ = try journal.finish(hash: hash(1), .included(ledger: 7, resultXDR: "AAAA"))
        return journal
    }

    @Test func `says how many transactions moved, and where to`() throws {
        let archive = try JournalArchive(of: try settled(), before: Timestamp(1_001), to: path)
        #expect(archive.text == "1 transaction moved to \(path)")
        #expect(
            archive.document == [
                "before": "1970-01-01T00:16:41Z", "transactions": 1, "file": .string(path),
            ])
    }

    @Test func `names no file when nothing is settled, and creates none`() throws {
        let archive = try JournalArchive(of: try settled(), before: Timestamp(1_000), to: path)
        #expect(archive.text == "nothing before 1970-01-01 00:16:40 UTC is settled")
        #expect(archive.document["file"] == .null && archive.document["transactions"] == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `rejects a time that has not come yet`() throws {
        try JournalArchive.check(Timestamp(1_000), now: Timestamp(1_000))
        let failure = #expect(throws: Failure.self) {
            try JournalArchive.check(Timestamp(1_001), now: Timestamp(1_000))
        }
        #expect(failure?.field == FieldID("before") && failure?.kind == .badInput)
    }

    @Test func `does not replace a file`() throws {
        try Data("mine".utf8).write(to: URL(filePath: path))
        let failure = #expect(throws: Failure.self) {
            try JournalArchive(of: try settled(), before: Timestamp(1_001), to: path)
        }
        #expect(failure?.kind == .cannotCreate)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    }
}
