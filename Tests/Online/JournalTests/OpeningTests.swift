// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Testing

@testable import Journal

struct OpeningTests {
    private let home = Home()

    private func openingError() throws -> JournalError {
        try #require(throws: JournalError.self) { try home.journal() }
    }

    @Test func `an existing journal opens for writing`() throws {
        try home.journal().record(request(1))
        let journal = try SQLiteJournal(existing: home.online) { 2_000 }
        try journal.record(request(2))
        #expect(try journal.requests(limit: 10).count == 2)
    }

    @Test func `opening an existing journal creates neither file nor folder`() throws {
        #expect(throws: JournalError.notFound(path: home.file)) { try SQLiteJournal(existing: home.online) { 0 } }
        #expect(try JournalOpener(folder: home.online) { 0 }.openExisting() == nil)
        #expect(!FileManager.default.fileExists(atPath: home.online))
    }

    @Test func `opening an existing journal fails for a link to a missing file, which is not a missing journal`() throws
    {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: home.file, withDestinationPath: "/nowhere/journal.sqlite")
        let failure = #expect(throws: Failure.self) { try JournalOpener(folder: home.online) { 0 }.openExisting() }
        #expect(failure?.kind == .noInput)
    }

    @Test func `opening an existing journal fails for an empty file, which is not a missing one`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: home.file))
        let failure = #expect(throws: Failure.self) { try JournalOpener(folder: home.online) { 0 }.openExisting() }
        #expect(failure?.kind == .badInput)
        #expect(try Data(contentsOf: URL(filePath: home.file)).isEmpty)
    }

    @Test func `all users of a journal in this process share one connection for writing and one for reading`() throws {
        let first = try JournalFile.shared(in: home.online, mayCreate: true)
        #expect(try JournalFile.shared(in: home.online, mayCreate: false) === first)
        let reader = try JournalFile.shared(reading: home.file)
        #expect(reader !== first)
        #expect(try JournalFile.shared(reading: home.file) === reader)
    }

    @Test func `each that opens the journal keeps its own clock`() throws {
        let journals = try [1_000, 2_000].map { time in try JournalOpener(folder: home.online) { time }.open() }
        for (index, journal) in journals.enumerated() { _ = try journal.queue(transaction(index + 1)) }
        #expect(try journals[0].events(hash: hash(1)).map(\.time) == [1_000])
        #expect(try journals[0].events(hash: hash(2)).map(\.time) == [2_000])
    }

    @Test func `a connection ends with the last that uses it`() throws {
        do {
            let journals = try (0..<2).map { _ in try JournalOpener(folder: home.online) { 0 }.open() }
            try journals[0].record(request(1))
            #expect(FileManager.default.fileExists(atPath: home.file + "-wal"))
        }
        #expect(!FileManager.default.fileExists(atPath: home.file + "-wal"))
    }

    @Test func `opens a journal again that was replaced while it was in use`() throws {
        let opener = JournalOpener(folder: home.online) { 0 }
        let (old, reader) = (try opener.open(), try #require(try opener.read()))
        try old.record(request(1))
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(atPath: home.file + suffix, toPath: home.folder + "/old" + suffix)
        }
        #expect(try opener.read() == nil)
        try opener.open().record(request(2))
        for journal in [try opener.open(), try #require(try opener.read())] {
            #expect(try journal.requests(limit: 10).map(\.hash) == [hash(2)])
        }
        withExtendedLifetime((old, reader)) {}
    }

    @Test func `a journal of an earlier schema version is copied and read again each time`()
        throws
    {
        try home.journal().record(request(1))
        try home.takeBack(to: 1)
        let before = try #require(try JournalOpener.read(folder: home.online))
        try home.journal().record(request(2))
        #expect(try before.requests(limit: 10).count == 1)
        #expect(try #require(try JournalOpener.read(folder: home.online)).requests(limit: 10).count == 2)
    }

    @Test func `a journal that must exist for writing is not created`() throws {
        let failure = #expect(throws: Failure.self) { try JournalOpener(folder: home.online) { 0 }.openRequired() }
        #expect(failure?.kind == .noInput && failure?.message == "there is no journal \(home.file)")
        #expect(!FileManager.default.fileExists(atPath: home.online))
    }

    @Test func `creates the folder with mode 0700 and the database files with mode 0600`() throws {
        let journal = try home.journal()
        try journal.record(request(1))
        #expect(try home.mode(home.online) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try home.mode(home.file + suffix) == 0o600) }
    }

    @Test func `opening restricts the database file to mode 0600`() throws {
        _ = try home.journal()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.file)
        _ = try home.journal()
        #expect(try home.mode(home.file) == 0o600)
    }

    @Test(arguments: [
        "this is no database, whatever its name says", String(repeating: "SQLite format 3\u{0}", count: 100),
    ])
    func `reports a file that is not a database as corrupt and leaves it unchanged`(content: String) throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try Data(content.utf8).write(to: URL(filePath: home.file))
        guard case .corrupt(home.file, _) = try openingError() else { throw try openingError() }
        #expect(try Data(contentsOf: URL(filePath: home.file)) == Data(content.utf8))
    }

    @Test(arguments: [
        ("", "the file is empty"), ("PRAGMA user_version = 0; VACUUM", "it holds no tables"),
        ("PRAGMA application_id = 1129531953", "it has no format 0"),
        ("PRAGMA application_id = 1129531953; PRAGMA user_version = -3", "it has no format -3"),
    ])
    func `reports an emptied database as corrupt and leaves it unchanged`(sql: String, reason: String) throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        if sql.isEmpty { try Data().write(to: URL(filePath: home.file)) } else { #expect(try home.sqlite(sql) == 0) }
        let before = try Data(contentsOf: URL(filePath: home.file))
        #expect(try openingError() == .corrupt(path: home.file, reason: reason))
        #expect(throws: JournalError.corrupt(path: home.file, reason: reason)) { try SQLiteJournal(reading: home.file) }
        #expect(try Data(contentsOf: URL(filePath: home.file)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.online) == ["journal.sqlite"])
    }

    @Test func `reports a missing database whose WAL file exists as corrupt`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try Data("log".utf8).write(to: URL(filePath: home.file + "-wal"))
        guard case .corrupt(home.file, _) = try openingError() else { throw try openingError() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.online) == ["journal.sqlite-wal"])
        try FileManager.default.removeItem(atPath: home.file + "-wal")
        try Data().write(to: URL(filePath: home.file + "-shm"))
        try home.journal().record(request(1))
    }

    @Test func `reports a dangling symbolic link as not found and creates nothing`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: home.file, withDestinationPath: home.folder + "/gone")
        #expect(try openingError() == .notFound(path: home.file))
        #expect(!FileManager.default.fileExists(atPath: home.folder + "/gone"))
    }

    @Test func `concurrent first openings create one journal and leave no temporary files`() async throws {
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

    @Test func `creates a journal beside the temporary files of an interrupted creation`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        for name in ["/.coldstar-1.tmp", "/.coldstar-1.tmp-journal"] {
            try Data("SQLite format 3".utf8).write(to: URL(filePath: home.online + name))
        }
        try home.journal().record(request(1))
        #expect(try home.journal().request(hash: hash(1)) == request(1))
    }

    @Test func `reports damaged pages as corrupt when they are read`() throws {
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

    @Test func `reports a missing column as corrupt`() throws {
        try home.journal().record(request(1))
        #expect(try home.sqlite("ALTER TABLE request DROP COLUMN document") == 0)
        let error = try #require(throws: JournalError.self) { try home.journal().request(hash: hash(1)) }
        guard case .corrupt = error else { throw error }
    }

    @Test func `rejects another program's database and leaves it unchanged`() throws {
        try FileManager.default.createDirectory(atPath: home.online, withIntermediateDirectories: false)
        #expect(try home.sqlite("CREATE TABLE bookmark (url TEXT)") == 0)
        let before = try Data(contentsOf: URL(filePath: home.file))
        #expect(try openingError() == .notAJournal(path: home.file))
        #expect(try Data(contentsOf: URL(filePath: home.file)) == before)
    }

    @Test func `rejects a journal with a newer schema version and keeps its records`() throws {
        try home.journal().record(request(1))
        #expect(try home.sqlite("PRAGMA user_version = 99") == 0)
        #expect(try openingError() == .newerSchema(path: home.file, found: 99, newest: JournalSchema.newest))
        #expect(try home.sqlite("PRAGMA user_version = \(JournalSchema.newest)") == 0)
        #expect(try home.journal().request(hash: hash(1)) == request(1))
    }

    @Test func `migrates version 1 to store contacts and keeps the requests`() throws {
        try home.journal().record(request(1))
        try home.takeBack(to: 1)
        let journal = try home.journal()
        #expect(try journal.request(hash: hash(1)) == request(1))
        try journal.keep([RecordedContact(name: "bob", account: "GB")], replacing: false)
        #expect(try home.journal().contacts().map(\.name) == ["bob"])
    }

    @Test func `migrates version 2 to store watched accounts and keeps the contacts`() throws {
        do {
            let journal = try home.journal()
            try journal.keep([RecordedContact(name: "bob", account: "GB")], replacing: false)
        }
        try home.takeBack(to: 2)
        let journal = try home.journal()
        #expect(try journal.contacts().map(\.name) == ["bob"])
        #expect(try journal.watched(network: testnet, account: alice) == nil)
    }

    @Test func `migrates the 'went in as' text of version 6 to a hash`() throws {
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
        #expect(known.map(\.appliedAs) == [hash(2), nil, nil])
        #expect(known.map(\.error) == [nil, nil, "went in as it says"])
        #expect(known.map(\.place) == [hash(2), hash(2), nil])
    }

    @Test(arguments: 1..<JournalSchema.newest)
    func `reads a journal of an earlier schema version without migrating it`(version: Int) throws {
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

    @Test func `fails to open if the folder cannot be created`() throws {
        try Data().write(to: URL(filePath: home.folder + "/file"))
        for folder in ["/proc/coldstar", home.folder + "/file/online"] {
            #expect(throws: JournalError.self) { try SQLiteJournal(folder: folder) { 0 } }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func `reports a read-only folder as read-only`() throws {
        try FileManager.default.createDirectory(
            atPath: home.online, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
        #expect(try openingError() == .readOnly(path: home.file))
    }

    @Test func `reports a folder in place of the file as an opening error`() throws {
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
    func `maps SQLite result codes, including extended ones, to journal errors`(code: Int32, error: JournalError) {
        #expect(JournalError(sqlite: code, "r", path: "p") == error)
    }
}
