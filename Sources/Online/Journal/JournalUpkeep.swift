// SPDX-License-Identifier: Apache-2.0

package import Codec
import GRDB
import SafeFiles
package import Stellar

/// Maintenance of the journal: backup, export, integrity check and archiving.
package protocol JournalKeeping: Sendable {
    /// Writes a copy of all committed data, complete or not at all, while other programs continue.
    ///
    /// - Throws: `.exists` when the file exists, unless `replacing`.
    func backUp(to path: String, replacing: Bool) throws(JournalError)

    /// Visits every row of requests, signatures, submissions and events, in the order written, in one consistent view.
    ///
    /// - Parameter visit: returns whether to continue.
    func export(_ visit: (JournalRow) -> Bool) throws(JournalError)

    /// The faults that SQLite's integrity check finds; empty when the file is intact.
    func faults() throws(JournalError) -> [String]

    /// Moves settled data into a separate file: transactions that were applied, failed in a ledger or expired, with
    /// their requests, signatures and events, and expired requests without a submission. Open transactions stay, and
    /// the journal still recognizes what was moved.
    ///
    /// - Parameters:
    ///   - before: only data older than this is moved, unix seconds.
    ///   - path: the new file; created complete or not at all, never replaced.
    ///   - end: the end of the validity of a request's document; nil when it has none.
    /// - Returns: the number of transactions moved; if 0, no file is created.
    func archive(
        before: Int64, to path: String, end: (RecordedRequest) -> Int64?
    ) throws(JournalError) -> Int

    /// The file to which a transaction was moved; nil when it was not.
    func archive(of hash: TransactionHash) throws(JournalError) -> String?

    /// The number of rows that `export` visits.
    func rowCount() throws(JournalError) -> Int

    /// Every session of the ramp with its events, oldest first, and the number of events without a session, in one
    /// consistent view.
    func rampRows() throws(JournalError) -> RampRows
}

extension OnlineJournal {
    /// Streams a copy of all committed data. The copy is complete before its first byte is given out.
    ///
    /// - Parameters:
    ///   - path: the copy is made beside this file, and leaves nothing behind.
    ///   - write: takes up to 1 MiB at a time.
    package func backUp(
        beside path: String, to write: (_ bytes: [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let copy: String
        do { copy = try SafeFiles.temporaryPath(beside: path) } catch {
            throw Failure(.cannotCreate, Wording(error.message))
        }
        do { try backUp(to: copy, replacing: false) } catch { throw Failure(error) }
        let file = openForReading(copy)
        guard file >= 0 else {
            throw Failure(.cannotCreate, "\(TerminalText.escape(copy)): \(SystemError.text(errno))")
        }
        defer { close(file) }
        // Unlink the copy at once, so that no file is left behind if this program or the reader ends.
        unlink(copy)
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(.cannotCreate, "the copy: \(SystemError.text(errno))") }
            guard count > 0 else { return }
            try write(Array(chunk[..<count]))
        }
    }
}

/// A descriptor of the file, negative on failure; `open` alone would be the journal's method.
private func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

extension SQLiteJournal {
    func forget(hash: TransactionHash, signatures: Int) throws(JournalError) -> Bool {
        let now = clock()
        return try file.write { db in
            if let known = try SubmissionRow.fetch(db, hash: hash) {
                guard known.isFinal else { return false }
            } else {
                guard try SignatureRow.all(db, hash: hash).count == signatures else { return false }
            }
            try RequestRow.rememberWithdrawals(db, hash: hash)
            for id in try RequestRow.ids(db, hash: hash) {
                try RequestRow.remove(db, id: id)
                try EventRow.append(db, now, hash, .withdrawn, "\(id) \(JournalEvent.forgotten)")
            }
            return true
        }
    }
}

extension SQLiteJournal {
    func backUp(to path: String, replacing: Bool) throws(JournalError) {
        try JournalFile.make(path, replacing: replacing) { db in
            try file.copy(into: db)
            // A damaged copy must not replace a good one.
            let faults = try Self.faults(db)
            if let fault = faults.first { throw JournalError.corrupt(path: file.path, reason: fault) }
        }
    }

    func export(_ visit: (JournalRow) -> Bool) throws(JournalError) {
        try file.read { db in
            for table in JournalRow.Table.allCases {
                guard try ArchiveRow.all(db, table, visit) else { return }
            }
        }
    }

    func rowCount() throws(JournalError) -> Int {
        try file.read { db in
            try JournalRow.Table.allCases.reduce(0) { try $0 + (ArchiveRow.count(db, $1)) }
        }
    }

    func faults() throws(JournalError) -> [String] {
        try file.read { db in try Self.faults(db) }
    }

    private static func faults(_ db: Database) throws -> [String] {
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
        return found == ["ok"] ? [] : found
    }

    func archive(
        before: Int64, to path: String, end: (RecordedRequest) -> Int64?
    ) throws(JournalError) -> Int {
        let now = clock()
        // One write transaction, so that what is copied cannot change before it is removed. The file is complete and on
        // disk before anything is removed: a program killed in between leaves an extra file and loses nothing.
        return try file.write { db in
            let unanswered = try ArchiveRow.unanswered(db, before: before)
            // All requests for one transaction state the same validity.
            let over = unanswered.filter { request in end(request).map { $0 < before } ?? false }.map(\.hash)
            var seen: Set<TransactionHash> = []
            let hashes = try (ArchiveRow.settled(db, before: before) + over).filter { seen.insert($0).inserted }
            guard !hashes.isEmpty else { return 0 }
            try JournalFile.make(path, replacing: false) { other in
                try other.inTransaction {
                    try JournalSchema.create(other)
                    for hash in hashes { try ArchiveRow.copy(hash, from: db, to: other) }
                    return .commit
                }
            }
            do {
                for hash in hashes { try ArchiveRow.leave(db, hash: hash, file: path, at: now) }
            } catch {
                JournalFile.remove(path)
                throw error
            }
            return hashes.count
        }
    }

    func archive(of hash: TransactionHash) throws(JournalError) -> String? {
        try file.read { db in try ArchiveRow.file(db, hash: hash) }
    }
}

/// Signatures that came back from the signer.
extension SQLiteJournal {
    func record(_ signatures: [RecordedSignature]) throws(JournalError) {
        for signature in signatures { try Self.check(signature) }
        let now = clock()
        try file.write { db in for signature in signatures { try SignatureRow.insert(db, signature, at: now) } }
    }

    func signatures(
        hash: TransactionHash
    ) throws(JournalError) -> [(signature: RecordedSignature, seen: Int64)] {
        try file.read { db in try SignatureRow.all(db, hash: hash) }
    }

    func record(
        authorized hashes: [TransactionHash], in transaction: TransactionHash
    ) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for hash in hashes where hash != transaction {
                guard try RequestRow.fetch(db, hash: hash) != nil else { continue }
                try EventRow.append(db, now, hash, .authorized, transaction.hex)
            }
        }
    }

    func record(loggedIn hashes: [TransactionHash], at domain: String) throws(JournalError) {
        try Self.checkText(domain)
        try append(.loggedIn, to: hashes, domain)
    }

    func record(superseded drafts: [(draft: TransactionHash, by: TransactionHash)]) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for (draft, transaction) in drafts where draft != transaction {
                guard try Self.isKnown(db, draft) else { continue }
                try EventRow.append(db, now, draft, .superseded, transaction.hex)
            }
        }
    }

    private static func isKnown(_ db: Database, _ hash: TransactionHash) throws -> Bool {
        if try RequestRow.fetch(db, hash: hash) != nil { return true }
        return try SubmissionRow.fetch(db, hash: hash) != nil
    }

    func superseded() throws(JournalError) -> [(draft: TransactionHash, by: TransactionHash)] {
        try file.read { db in
            try Row.fetchAll(
                db, sql: "SELECT hash, detail FROM event WHERE kind IN (?, ?) ORDER BY number",
                arguments: [JournalEvent.Kind.superseded, JournalEvent.Kind.authorized]
            ).map { row in
                let row = RowReader(row, of: "event")
                return (draft: try row.value("hash"), by: try row.value("detail"))
            }
        }
    }

    private func append(
        _ kind: JournalEvent.Kind, to hashes: [TransactionHash], _ detail: String
    ) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for hash in hashes where try RequestRow.fetch(db, hash: hash) != nil {
                try EventRow.append(db, now, hash, kind, detail)
            }
        }
    }

    func ending(of hash: TransactionHash) throws(JournalError) -> JournalEvent? {
        let kinds: Set<JournalEvent.Kind> = [.authorized, .loggedIn, .superseded]
        return try file.read { db in
            for event in try EventRow.all(db, hash: hash).reversed() {
                if event.kind == .requested { return nil }
                guard kinds.contains(event.kind) else { continue }
                guard event.kind == .superseded, let other = TransactionHash(hex: event.detail) else { return event }
                var seen: Set<TransactionHash> = [hash]
                if let known = try Self.known(other, db, &seen) {
                    return JournalEvent(time: event.time, kind: event.kind, detail: known.hex)
                }
            }
            return nil
        }
    }

    /// A transaction, or, if it was withdrawn or forgotten, the one that was built in its place; nil if that is gone,
    /// too: then nothing was replaced.
    ///
    /// - Parameter seen: what was looked at already: an edited journal may have circles.
    private static func known(
        _ hash: TransactionHash, _ db: Database, _ seen: inout Set<TransactionHash>
    ) throws -> TransactionHash? {
        var waiting = [hash]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            if try isKnown(db, next) { return next }
            // The last one stands at the end, and is looked at first.
            waiting += try EventRow.all(db, hash: next).filter { $0.kind == .superseded }
                .compactMap { TransactionHash(hex: $0.detail) }
        }
        return nil
    }

    func authorized(_ hash: TransactionHash) throws(JournalError) -> TransactionHash? {
        try file.read { db in
            try EventRow.all(db, hash: hash).last { $0.kind == .authorized }.flatMap { TransactionHash(hex: $0.detail) }
        }
    }

    static func check(_ signature: RecordedSignature) throws(JournalError) {
        try checkText(signature.hint, signature.signature)
    }
}
