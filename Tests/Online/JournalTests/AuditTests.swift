// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Handoff
import Stellar
import Testing
import Workspace

@testable import Journal

struct AuditTests {
    private let home = Home()

    @Test func `an empty journal is intact`() throws {
        let audit = try JournalAudit(try home.journal(), path: home.file)
        #expect(audit.failure == nil && audit.faults.isEmpty && audit.counts.isEmpty)
        #expect(audit.text == "0 requests, 0 signatures, 0 transactions, 0 events")
        #expect(audit.json["ok"] == true)
    }

    @Test func `lists every unreadable row and reports the first as the failure`() throws {
        let journal = try home.journal()
        for number in 1...2 { try journal.record(request(number)) }
        _ = try journal.queue(transaction(1))
        let audit = try JournalAudit(journal, path: home.file)
        #expect(
            audit.faults == [
                "request 1: its document cannot be read", "request 2: its document cannot be read",
                "submission 1: its envelope cannot be read",
            ])
        #expect(audit.failure?.kind == .badInput)
        #expect(audit.failure?.message == "\(home.file) is damaged: request 1: its document cannot be read")
        #expect(
            audit.failure?.details.map(\.wording.plain) == [
                "\(home.file): request 2: its document cannot be read",
                "\(home.file): submission 1: its envelope cannot be read",
            ])
        #expect(throws: Failure.self) { try audit.requireIntact() }
        #expect(audit.json["ok"] == false && audit.json["faults"]?.asArray?.count == 3)
        #expect(audit.counts[.request] == 2 && audit.counts[.submission] == 1)
    }

    @Test func `only an intact journal is copied`() throws {
        let journal = try home.journal()
        let copy = home.file + ".copy"
        try JournalCopy(of: home.file).write(to: copy, replacing: false)
        #expect(try JournalAudit(try JournalOpener.read(path: copy), path: copy).failure == nil)
        #expect(throws: Failure.self) { try JournalCopy(of: home.file).write(to: copy, replacing: false) }
        try journal.record(request(1))
        let failure = #expect(throws: Failure.self) { try JournalCopy(of: home.file) }
        #expect(failure?.message.contains("is damaged") == true)
    }

    @Test func `every line of the CSV export has as many fields as the header`() throws {
        let journal = try home.journal()
        try journal.record(request(1))
        _ = try journal.queue(transaction(1))
        let columns = try fields(JournalRow.csvHeader)
        try journal.export { row in
            #expect((try? fields(row.csv)) == columns)
            return true
        }
    }

    @Test func `a streamed backup is an SQLite file and leaves no temporary files`() throws {
        let journal = try home.journal()
        try journal.record(request(1))
        let before = try names()
        var bytes: [UInt8] = []
        try journal.backUp(beside: home.file) { bytes += $0 }
        #expect(String(decoding: bytes.prefix(15), as: UTF8.self) == "SQLite format 3")
        #expect(try names() == before)
    }

    @Test func `a streamed backup fails with the consumer's error and leaves no temporary files`() throws {
        let journal = try home.journal()
        let before = try names()
        let error = #expect(throws: Failure.self) {
            try journal.backUp(beside: home.file) { _ throws(Failure) in throw Failure(.cannotCreate, "full") }
        }
        #expect(error?.message == "full")
        #expect(try names() == before)
    }

    @Test func `an archive is named after its date, with a number if that name is taken`() throws {
        _ = try home.journal()
        let end = Timestamp(1_000_000)
        let first = JournalOpener(folder: home.online) { 0 }.freeArchivePath(before: end)
        #expect(first == home.online + "/archive-1970-01-12.sqlite")
        try Data().write(to: URL(filePath: first))
        #expect(
            JournalOpener(folder: home.online) { 0 }.freeArchivePath(before: end)
                == home.online + "/archive-1970-01-12-2.sqlite")
    }

    private func fields(_ line: String) throws -> Int {
        try CSV.read(Array((line + "\n").utf8), limit: 1 << 20)[0].fields.count
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.online).sorted()
    }

    @Test(arguments: [false, true])
    func `an export has a line for each row`(csv: Bool) throws {
        let journal = try home.journal()
        try journal.record(request(1))
        let lines = try journal.exportLines(csv: csv)
        #expect(lines.count == (csv ? 3 : 2))
        #expect(lines.contains { $0.contains("Invoice 1") })
        #expect((lines.first == JournalRow.csvHeader) == csv)
    }

    @Test func `a check and an export count the rows that they have read`() throws {
        let journal = try home.journal()
        for number in 1...2 { try journal.record(request(number)) }
        let total = try journal.rowCount()
        #expect(total == 4)
        var (checked, exported): ([Int], [Int]) = ([], [])
        _ = try JournalAudit(journal, path: home.file) { done, all in checked.append(all == total ? done : -1) }
        _ = try journal.exportLines(csv: true) { done, all in exported.append(all == total ? done : -1) }
        #expect(checked == [0, 1, 2, 3] && exported == [0, 1, 2, 3])
    }
}
