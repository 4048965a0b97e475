// SPDX-License-Identifier: Apache-2.0

import Codec
import GRDB
import SafeFiles
import Synchronization

/// A connection to the journal's SQLite file: validates the file on opening, and runs one transaction at a time.
final class JournalFile: Sendable {
    let path: String
    private let queue: DatabaseQueue
    private let mayWrite: Bool
    /// The file that the connection is to; nil when it is to a copy of it, or to a file that has just been replaced.
    private let identity: Identity?

    /// The timeout for another program's transaction, in seconds.
    private static let timeout = 10

    /// Opens the file, or creates it (mode 0600, its folder 0700).
    ///
    /// - Parameter mayCreate: whether a missing file is created; otherwise it is an error.
    init(folder: String, mayCreate: Bool = true) throws(JournalError) {
        let path = SQLiteJournal.path(in: folder)
        if !mayCreate { try Self.checkIsThere(path) }
        try Self.prepare(folder, path, mayCreate: mayCreate)
        self.path = path
        mayWrite = true
        let before = Identity(path)
        queue = try Self.converting(path) {
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
            try queue.inDatabase { db in
                try Self.checkIsWhole(db, path)
                _ = try JournalSchema.check(db, path: path)
            }
            try Self.useWriteAheadLog(queue, path)
            return queue
        }
        identity = before.flatMap { $0 == Identity(path) ? $0 : nil }
        try write { db in try JournalSchema.migrate(db, path: path) }
    }

    /// Opens an existing file read-only: a backup, an archive, or the journal itself.
    init(reading path: String) throws(JournalError) {
        try Self.checkIsThere(path)
        self.path = path
        mayWrite = false
        let before = Identity(path)
        do throws(JournalError) {
            let isCopy: Bool
            (queue, isCopy) = try Self.look(at: path, as: path)
            identity = isCopy || before != Identity(path) ? nil : before
        } catch {
            // SQLite needs write access to the folder even to read a file in WAL mode. When the folder is read-only, or
            // the disk full, and no log is left, SQLite is told that the file is immutable.
            let isFull = if case .diskFull = error { true } else { false }
            guard isFull || access(Self.folder(of: path), W_OK) != 0, error.isForWantOfWriting else { throw error }
            guard Self.size(path + "-wal") ?? 0 == 0 else { throw isFull ? error : .logUnreadable(path: path) }
            queue = try Self.look(at: Self.unchanging(path), as: path).queue
            identity = nil
        }
    }

    /// A copy in memory of a file, or an empty journal: what is written to it is lost.
    init(inMemoryOf file: JournalFile?, path: String) throws(JournalError) {
        self.path = path
        mayWrite = true
        identity = nil
        queue = try Self.converting(path) {
            let copy = try DatabaseQueue(configuration: Self.configuration())
            if let file { try copy.inDatabase { db in try file.copy(into: db) } }
            return copy
        }
        try write { db in
            if file == nil { try JournalSchema.create(db) } else { try JournalSchema.migrate(db, path: path) }
        }
    }

    private static func look(
        at place: String, as path: String
    ) throws(JournalError) -> (queue: DatabaseQueue, isCopy: Bool) {
        try converting(path) {
            var configuration = configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: place, configuration: configuration)
            let version = try queue.inDatabase { db in
                try checkIsWhole(db, path)
                return try JournalSchema.check(db, path: path)
            }
            guard version < JournalSchema.newest else { return (queue, false) }
            // Written by an earlier release: queries need the current tables, so a copy in memory is migrated and the
            // file stays unchanged.
            let copy = try DatabaseQueue(configuration: Self.configuration())
            try queue.backup(to: copy)
            try copy.write { db in try JournalSchema.migrate(db, path: path) }
            return (copy, true)
        }
    }

    /// The connections that are in use, by path and by whether they write. A file that was replaced meanwhile gets a
    /// new one.
    private static let connections = Mutex<[Key: Reference]>([:])

    private struct Key: Hashable {
        let path: String
        let mayWrite: Bool
    }

    private struct Reference: Sendable {
        weak let file: JournalFile?
    }

    private struct Identity: Equatable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// This process's connection for writing to the journal of a folder.
    static func shared(in folder: String, mayCreate: Bool) throws(JournalError) -> JournalFile {
        let key = Key(path: SQLiteJournal.path(in: folder), mayWrite: true)
        return try shared(key) { () throws(JournalError) in try JournalFile(folder: folder, mayCreate: mayCreate) }
    }

    /// This process's connection for reading a journal's file.
    static func shared(reading path: String) throws(JournalError) -> JournalFile {
        try shared(Key(path: path, mayWrite: false)) { () throws(JournalError) in try JournalFile(reading: path) }
    }

    private static func shared(
        _ key: Key, _ open: () throws(JournalError) -> JournalFile
    ) throws(JournalError) -> JournalFile {
        if let known = inUse(key) { return known }
        // Outside the lock: opening may wait for another program.
        let file = try open()
        return connections.withLock { connections in
            connections = connections.filter { $0.value.file != nil }
            if let other = connections[key]?.file, other.isCurrent { return other }
            if file.identity != nil { connections[key] = Reference(file: file) }
            return file
        }
    }

    private static func inUse(_ key: Key) -> JournalFile? {
        connections.withLock { $0[key]?.file }.flatMap { $0.isCurrent ? $0 : nil }
    }

    /// Whether the path still leads to the file.
    private var isCurrent: Bool { identity.map { $0 == Identity(path) } ?? false }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The URI that makes SQLite treat a file as immutable.
    ///
    /// - Source: https://sqlite.org/uri.html
    private static func unchanging(_ path: String) -> String {
        let isPlain: (UInt8) -> Bool = { byte in
            byte >= 0x2d && byte <= 0x39 || byte >= 0x41 && byte <= 0x5a || byte >= 0x61 && byte <= 0x7a
        }
        let absolute = path.hasPrefix("/") ? path : "./" + path
        return "file:" + absolute.utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : "%" + Hex.encode([$0]) }.joined()
            + "?immutable=1"
    }

    /// Creates a self-contained file of the same format: it has no log beside it and gets its name last.
    ///
    /// - Parameter fill: writes its contents, in one transaction or by copying pages.
    static func make(
        _ path: String, replacing: Bool, _ fill: (Database) throws -> Void
    ) throws(JournalError) {
        let temporary: String
        do {
            temporary = try SafeFiles.temporaryPath(beside: path)
            try SafeFiles.write([], to: temporary, mode: 0o600, replacing: false)
        } catch { throw JournalError(error, path: path) }
        do throws(JournalError) {
            try converting(path) {
                let queue = try DatabaseQueue(path: temporary, configuration: configuration())
                try queue.inDatabase { db in
                    try fill(db)
                    _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
                }
                try queue.close()
            }
            do { try SafeFiles.settle(temporary, as: path, replacing: replacing) } catch {
                throw JournalError(error, path: path)
            }
        } catch {
            remove(temporary)
            throw error
        }
    }

    /// Removes a file and SQLite's files beside it.
    static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Copies all committed data while other programs continue.
    func copy(into db: Database) throws(JournalError) {
        try Self.converting(path) { try queue.inDatabase { try $0.backup(to: db) } }
    }

    /// Runs one write transaction. It starts as a writer (GRDB's `BEGIN IMMEDIATE`), waiting for its turn, so that what
    /// it reads cannot change before it writes. When it returns, it is on disk.
    func write<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        guard mayWrite else { throw .readOnly(path: path) }
        return try Self.converting(path) { try queue.write(body) }
    }

    /// Runs a read transaction with one consistent view.
    func read<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        try Self.converting(path) { try queue.read(body) }
    }

    fileprivate static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(.init(timeout))
        configuration.prepareDatabase { db in
            // FULL also in WAL mode: a commit that returned is on disk, not only in the operating system's cache.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// Switches to WAL. The first switch needs exclusive access, and SQLite does not wait for other users of the file.
    private static func useWriteAheadLog(_ queue: DatabaseQueue, _ path: String) throws {
        let pause: UInt32 = 20_000
        var tries = timeout * 1_000_000 / Int(pause)
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

    /// Creates the file if it does not exist, with its tables and its final mode, which its log files inherit. An empty
    /// file is therefore never a new journal: it is one that lost its data.
    private static func prepare(_ folder: String, _ path: String, mayCreate: Bool) throws(JournalError) {
        do { try SafeFiles.createFolder(folder, mode: 0o700) } catch { throw JournalError(error, path: path) }
        if mayCreate, size(path) == nil {
            // The checks are in this order because another program may be creating the file.
            if size(path + "-wal") ?? 0 > 0, size(path) == nil {
                throw .corrupt(path: path, reason: "the file is gone, and its log \(path)-wal is still there")
            }
            do throws(JournalError) {
                try make(path, replacing: false) { db in
                    try db.inTransaction {
                        try JournalSchema.create(db)
                        return .commit
                    }
                }
            } catch .exists {}  // another program was faster
        }
        try checkIsThere(path)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0 { chmod(path, status.st_mode & 0o700) }
    }

    /// Throws if the file is missing or empty, because SQLite treats an empty file as a new database.
    private static func checkIsThere(_ path: String) throws(JournalError) {
        guard let size = size(path) else {
            throw errno == ENOENT ? .notFound(path: path) : .cannotOpen(path: path, reason: SystemError.text(errno))
        }
        guard size > 0 else { throw .corrupt(path: path, reason: "the file is empty") }
    }

    /// SQLite takes a file that lacks a part of its last page for a whole one. The file is not opened here: closing it
    /// would end the locks that SQLite has on it.
    private static func checkIsWhole(_ db: Database, _ path: String) throws {
        guard let size = size(path), let page = try Int64.fetchOne(db, sql: "PRAGMA page_size"), page > 0 else {
            return
        }
        guard size % page == 0 else {
            throw JournalError.corrupt(path: path, reason: "it is cut off after \(size) bytes")
        }
    }

    /// The file's size in bytes; nil, with `errno` set, when there is no such file.
    private static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// The actual cause of an error. SQLite's name for a full disk or a read-only folder depends on which of its files
    /// is affected first, so a file is written to find out.
    private static func cause(of error: JournalError, _ path: String) -> JournalError {
        switch error {
        case .ioFailed, .cannotOpen: break
        default: return error
        }
        do throws(FileError) {
            let probe = try SafeFiles.temporaryPath(beside: path)
            // The size of a log index of SQLite, and a page.
            try SafeFiles.write([UInt8](repeating: 0, count: 36 << 10), to: probe, mode: 0o600, replacing: false)
            unlink(probe)
        } catch {
            switch JournalError(error, path: path) {
            case .diskFull: return .diskFull(path: path)
            case .readOnly: return .readOnly(path: path)
            default: break
            }
        }
        return error
    }

    static func converting<Value>(_ path: String, _ body: () throws -> Value) throws(JournalError) -> Value {
        do {
            return try body()
        } catch let error as JournalError {
            throw error
        } catch let error as DatabaseError {
            throw cause(
                of: JournalError(sqlite: error.extendedResultCode.rawValue, error.message ?? "", path: path), path)
        } catch {
            throw .corrupt(path: path, reason: "a value that does not belong there")  // a row that does not decode
        }
    }
}
