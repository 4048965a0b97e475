// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar

extension SQLiteJournal: JournalKeeping {
    package func backUp(to path: String, replacing: Bool) throws(JournalError) {
        try JournalFile.make(path, replacing: replacing) { db in
            try file.copy(into: db)
            // A damaged copy must not replace a good one.
            let faults = try Self.faults(db)
            if let fault = faults.first { throw JournalError.corrupt(path: file.path, reason: fault) }
        }
    }

    package func export(_ visit: (JournalRow) -> Bool) throws(JournalError) {
        try file.read { db in
            for table in JournalRow.Table.allCases {
                guard try ArchiveRow.all(db, table, visit) else { return }
            }
        }
    }

    /// The number of rows that `export` visits.
    package func rowCount() throws(JournalError) -> Int {
        try file.read { db in
            try JournalRow.Table.allCases.reduce(0) { try $0 + (ArchiveRow.count(db, $1)) }
        }
    }

    package func faults() throws(JournalError) -> [String] {
        try file.read { db in try Self.faults(db) }
    }

    private static func faults(_ db: Database) throws -> [String] {
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
        return found == ["ok"] ? [] : found
    }

    package func archive(
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

    package func archive(of hash: TransactionHash) throws(JournalError) -> String? {
        try file.read { db in try ArchiveRow.file(db, hash: hash) }
    }
}
