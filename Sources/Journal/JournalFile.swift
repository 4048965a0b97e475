// SPDX-License-Identifier: Apache-2.0

import GRDB
import SafeFiles
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The SQLite file below the journal: opening it with care, and one transaction at a time.
struct JournalFile: Sendable {
    let path: String
    private let queue: DatabaseQueue

    /// How long one waits for another program's transaction, in seconds.
    private static let patience = 10

    /// Opens the file, or makes it (mode 0600, its folder 0700).
    init(folder: String) throws(JournalError) {
        let path = SQLiteJournal.path(in: folder)
        try Self.prepare(folder, path)
        self.path = path
        queue = try Self.converting(path) {
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
            try queue.inDatabase { db in _ = try JournalSchema.check(db, path: path) }
            try Self.useWriteAheadLog(queue, path)
            return queue
        }
        try write { db in try JournalSchema.migrate(db, path: path) }
    }

    /// Opens a file that is there, to look at it and nothing else: a backup, an archive, or the journal itself.
    init(reading path: String) throws(JournalError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .notFound(path: path) }
        self.path = path
        queue = try Self.converting(path) {
            var configuration = Self.configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { db in _ = try JournalSchema.check(db, path: path) }
            return queue
        }
    }

    /// Makes a file of the same form that nobody else uses, whole in itself: no log stands beside it.
    static func make(_ path: String, _ fill: (Database) throws -> Void) throws(JournalError) {
        do { try SafeFiles.write([], to: path, mode: 0o600, replacing: false) } catch { throw JournalError(error) }
        do throws(JournalError) {
            try converting(path) {
                let queue = try DatabaseQueue(path: path, configuration: configuration())
                try queue.inDatabase { db in
                    try fill(db)
                    _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
                }
                try queue.close()
            }
        } catch {
            remove(path)
            throw error
        }
    }

    /// Removes a file in the making.
    static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// A copy of all that was committed, while others go on.
    func copy(into db: Database) throws(JournalError) {
        try Self.converting(path) { try queue.inDatabase { try $0.backup(to: db) } }
    }

    /// One transaction that may write. It begins as a writer (GRDB's `BEGIN IMMEDIATE`), so that what it reads cannot
    /// change before it writes, and waits for its turn. When it returns, it is on disk.
    func write<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        try Self.converting(path) { try queue.write(body) }
    }

    /// One consistent view.
    func read<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        try Self.converting(path) { try queue.read(body) }
    }

    fileprivate static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(.init(patience))
        configuration.prepareDatabase { db in
            // FULL also in WAL mode: a commit that returned is on disk, not only in the operating system's memory.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// The first switch to WAL wants the file alone and does not wait by itself for those who use it.
    private static func useWriteAheadLog(_ queue: DatabaseQueue, _ path: String) throws {
        let pause: UInt32 = 20_000
        var tries = patience * 1_000_000 / Int(pause)
        while true {
            do {
                let mode = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
                guard mode == "wal" else {
                    throw JournalError.cannotOpen(
                        path: path, reason: "its file system has no write-ahead log for SQLite")
                }
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && tries > 0 {
                tries -= 1
                usleep(pause)
            }
        }
    }

    /// The file is made before SQLite opens it, so that it never has a wider mode; the log files beside it get the same.
    private static func prepare(_ folder: String, _ path: String) throws(JournalError) {
        do {
            try SafeFiles.createFolder(folder, mode: 0o700)
            var status = stat()
            if stat(path, &status) != 0 {
                try SafeFiles.write([], to: path, mode: 0o600, replacing: false)
            } else if status.st_mode & 0o077 != 0 {
                chmod(path, status.st_mode & 0o700)
            }
        } catch .exists {
            return  // another program was faster
        } catch .cannotWrite(_, let reason) {
            switch reason {
            case EACCES, EPERM, EROFS: throw .readOnly(path: path)
            case ENOSPC, EDQUOT: throw .diskFull(path: path)
            default: throw .cannotOpen(path: path, reason: SystemError.text(reason))
            }
        } catch {
            throw .cannotOpen(path: path, reason: error.message)
        }
    }

    static func converting<Value>(_ path: String, _ body: () throws -> Value) throws(JournalError) -> Value {
        do {
            return try body()
        } catch let error as JournalError {
            throw error
        } catch let error as DatabaseError {
            throw JournalError(sqlite: error.extendedResultCode.rawValue, error.message ?? "", path: path)
        } catch {
            throw .corrupt(path: path, reason: "a value that does not belong there")  // a row that does not decode
        }
    }
}
