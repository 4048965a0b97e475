// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Journal

struct OpeningTests {
    private let home: Home

    init() throws { home = try Home() }

    private func openingError() throws -> JournalError {
        try #require(throws: JournalError.self) { try home.journal() }
    }

    @Test func `the file and its companions are for their owner only, the folder too`() throws {
        let journal = try home.journal()
        try journal.record(request(1))
        #expect(try home.mode(home.online) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try home.mode(home.file + suffix) == 0o600) }
    }

    @Test func `a file that others may read is closed to them when it is opened`() throws {
        _ = try home.journal()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.file)
        _ = try home.journal()
        #expect(try home.mode(home.file) == 0o600)
    }

    @Test(arguments: [
        "this is no database, whatever its name says", String(repeating: "SQLite format 3\u{0}", count: 100),
    ])
    func `a file that is no database is named as damaged and left alone`(content: String) throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try Data(content.utf8).write(to: URL(filePath: home.file))
        guard case .corrupt(home.file, _) = try openingError() else { throw try openingError() }
        #expect(try Data(contentsOf: URL(filePath: home.file)) == Data(content.utf8))
    }

    @Test(arguments: [
        ("", "it is empty, as none ever is"), ("PRAGMA user_version = 0; VACUUM", "it holds no tables"),
        ("PRAGMA application_id = 1129531953", "it has no format 0"),
        ("PRAGMA application_id = 1129531953; PRAGMA user_version = -3", "it has no format -3"),
    ])
    func `a file that lost what it held is named as damaged and left alone`(sql: String, reason: String) throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        if sql.isEmpty { try Data().write(to: URL(filePath: home.file)) } else { #expect(try home.sqlite(sql) == 0) }
        let before = try Data(contentsOf: URL(filePath: home.file))
        #expect(try openingError() == .corrupt(path: home.file, reason: reason))
        #expect(throws: JournalError.corrupt(path: home.file, reason: reason)) { try SQLiteJournal(reading: home.file) }
        #expect(try Data(contentsOf: URL(filePath: home.file)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.online) == ["journal.sqlite"])
    }

    @Test func `a file that is gone with its log still there is no new journal`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try Data("log".utf8).write(to: URL(filePath: home.file + "-wal"))
        guard case .corrupt(home.file, _) = try openingError() else { throw try openingError() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.online) == ["journal.sqlite-wal"])
        try FileManager.default.removeItem(atPath: home.file + "-wal")
        try Data().write(to: URL(filePath: home.file + "-shm"))
        try home.journal().record(request(1))
    }

    @Test func `a link to nothing is no new journal`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: home.file, withDestinationPath: home.folder + "/gone")
        #expect(try openingError() == .notFound(path: home.file))
        #expect(!FileManager.default.fileExists(atPath: home.folder + "/gone"))
    }

    @Test func `of many that make it at once each finds it whole`() async throws {
        let folder = home.online
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask { try SQLiteJournal(folder: folder) { 0 }.record(request(number)) }
            }
            try await group.waitForAll()
        }
        #expect(try home.journal().requests(limit: 10).count == 8)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.allSatisfy { $0.hasPrefix("journal.sqlite") })
    }

    @Test func `what one that was killed in the making left behind keeps nobody from making it`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        for name in ["/.coldstar-1.tmp", "/.coldstar-1.tmp-journal"] {
            try Data("SQLite format 3".utf8).write(to: URL(filePath: home.online + name))
        }
        try home.journal().record(request(1))
        #expect(try home.journal().request(hash: hash(1)) == request(1))
    }

    @Test func `a file with a damaged page is named as damaged when it is read`() throws {
        do {
            let journal = try home.journal()
            for number in 1...50 { try journal.record(request(number)) }
        }
        #expect(try home.sqlite("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
        var bytes = try Data(contentsOf: URL(filePath: home.file))
        bytes.replaceSubrange(4096..., with: Data(repeating: 0xa5, count: bytes.count - 4096))
        try bytes.write(to: URL(filePath: home.file))
        let error = try #require(throws: JournalError.self) { try home.journal().requests(limit: 100) }
        guard case .corrupt(home.file, _) = error else { throw error }
    }

    @Test func `a row that was changed from outside is an error and no crash`() throws {
        try home.journal().record(request(1))
        #expect(try home.sqlite("ALTER TABLE request DROP COLUMN document") == 0)
        let error = try #require(throws: JournalError.self) { try home.journal().request(hash: hash(1)) }
        guard case .corrupt = error else { throw error }
    }

    @Test func `the database of another program is refused and left alone`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        #expect(try home.sqlite("CREATE TABLE bookmark (url TEXT)") == 0)
        let before = try Data(contentsOf: URL(filePath: home.file))
        #expect(try openingError() == .notAJournal(path: home.file))
        #expect(try Data(contentsOf: URL(filePath: home.file)) == before)
    }

    @Test func `a journal of a newer program is refused and left alone`() throws {
        try home.journal().record(request(1))
        #expect(try home.sqlite("PRAGMA user_version = 99") == 0)
        #expect(try openingError() == .newerSchema(path: home.file, found: 99, newest: JournalSchema.newest))
        #expect(try home.sqlite("PRAGMA user_version = \(JournalSchema.newest)") == 0)
        #expect(try home.journal().request(hash: hash(1)) == request(1))
    }

    @Test func `a journal of the first version gets a place for contacts and keeps all it has`() throws {
        try home.journal().record(request(1))
        try home.takeBack(to: 1)
        let journal = try home.journal()
        #expect(try journal.request(hash: hash(1)) == request(1))
        try journal.keep([RecordedContact(name: "bob", account: "GB")], replacing: false)
        #expect(try home.journal().contacts().map(\.name) == ["bob"])
    }

    @Test func `a journal of the second version gets a place for watched accounts and keeps all it has`() throws {
        do {
            let journal = try home.journal()
            try journal.keep([RecordedContact(name: "bob", account: "GB")], replacing: false)
        }
        try home.takeBack(to: 2)
        let journal = try home.journal()
        #expect(try journal.contacts().map(\.name) == ["bob"])
        #expect(try journal.watched(network: "n", account: "GA") == nil)
    }

    @Test func `what a journal of the sixth version says in words, as which one went in, becomes its hash`() throws {
        do {
            let journal = try home.journal()
            var bump = transaction(2)
            bump.innerHash = hash(1)
            for one in [transaction(1), bump, transaction(3)] {
                _ = try journal.queue(one)
                _ = try journal.beginAttempt(hash: one.hash)
            }
            _ = try journal.finish(hash: hash(2), .included(ledger: 7, resultXDR: nil))
            _ = try journal.finish(hash: hash(3), .unknown(reason: "went in as it says"))
        }
        try home.takeBack(to: 6)
        let journal = try home.journal()
        let known = try (1...3).map { try #require(try journal.submission(hash: hash($0))) }
        #expect(known.map(\.wentInAs) == [hash(2), nil, nil])
        #expect(known.map(\.error) == [nil, nil, "went in as it says"])
        #expect(known.map(\.place) == [hash(2), hash(2), nil])
    }

    @Test(arguments: 1..<JournalSchema.newest)
    func `a journal of an earlier release is read as it is, and not changed`(version: Int) throws {
        try home.journal().record(request(1))
        try home.takeBack(to: version)
        let before = try Data(contentsOf: URL(filePath: home.file))
        let found = try SQLiteJournal(reading: home.file)
        #expect(try found.request(hash: hash(1)) == request(1))
        #expect(try found.signatures(hash: hash(1)).isEmpty)
        #expect(try found.contacts().isEmpty)
        var tables: [JournalRow.Table] = []
        try found.export { row in
            tables.append(row.table)
            return true
        }
        #expect(tables == [.request, .event])
        #expect(throws: JournalError.readOnly(path: home.file)) { try found.record(request(2)) }
        #expect(try Data(contentsOf: URL(filePath: home.file)) == before)
    }

    @Test func `a folder that cannot be made is named`() throws {
        try Data().write(to: URL(filePath: home.folder + "/file"))
        for folder in ["/proc/coldstar", home.folder + "/file/online"] {
            #expect(throws: JournalError.self) { try SQLiteJournal(folder: folder) { 0 } }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func `a read-only folder is named as such`() throws {
        try FileManager.default.createDirectory(
            atPath: home.online, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
        #expect(try openingError() == .readOnly(path: home.file))
    }

    @Test func `a folder in place of the file is an error`() throws {
        try FileManager.default.createDirectory(atPath: home.file, withIntermediateDirectories: true)
        guard case .cannotOpen = try openingError() else { throw try openingError() }
    }

    @Test(arguments: [
        (Int32(5), JournalError.busy(path: "p")), (261, .busy(path: "p")), (8, .readOnly(path: "p")),
        (1544, .readOnly(path: "p")), (11, .corrupt(path: "p", reason: "r")), (26, .corrupt(path: "p", reason: "r")),
        (13, .diskFull(path: "p")), (14, .cannotOpen(path: "p", reason: "r")),
        (10, .ioFailed(path: "p", reason: "r")), (778, .ioFailed(path: "p", reason: "r")),
        (1, .failed(path: "p", code: 1, reason: "r")),
    ])
    func `SQLite's codes, extended ones too, become the journal's errors`(code: Int32, error: JournalError) {
        #expect(JournalError(sqlite: code, "r", path: "p") == error)
    }
}
