// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar

/// Settled rows in the tables of `JournalRow`, which move to an archive file, and the table `archived`.
enum ArchiveRow {
    /// Final transactions without an event since `before`.
    static func settled(_ db: Database, before: Int64) throws -> [TransactionHash] {
        let sql = """
            SELECT hash FROM submission s
            WHERE (state IN ('included', 'expired') OR ledger IS NOT NULL)
                AND max(queued_at, coalesce(last_attempt, 0)) < :before
                AND NOT EXISTS (SELECT 1 FROM event e WHERE e.hash = s.hash AND e.time >= :before)
                AND NOT EXISTS (SELECT 1 FROM request r WHERE r.hash = s.hash AND r.created >= :before)
                AND NOT EXISTS (SELECT 1 FROM signature t WHERE t.hash = s.hash AND t.seen >= :before)
                AND NOT EXISTS (SELECT 1 FROM archived a WHERE a.hash = s.hash)
            """
        return try SubmissionRow.hashes(db, sql, ["before": before])
    }

    /// Transaction requests older than `before` without a submission, and without an event or signature since then.
    static func unanswered(_ db: Database, before: Int64) throws -> [RecordedRequest] {
        let sql = """
            SELECT * FROM request r
            WHERE kind = 'transaction' AND created < :before
                AND NOT EXISTS (SELECT 1 FROM submission s WHERE s.hash = r.hash)
                AND NOT EXISTS (SELECT 1 FROM event e WHERE e.hash = r.hash AND e.time >= :before)
                AND NOT EXISTS (SELECT 1 FROM signature t WHERE t.hash = r.hash AND t.seen >= :before)
            ORDER BY number
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["before": before]).map(RequestRow.decode)
    }

    /// Copies all rows of a hash, including their row numbers.
    static func copy(_ hash: TransactionHash, from db: Database, to other: Database) throws {
        for table in JournalRow.Table.allCases {
            let rows = try Row.fetchAll(
                try db.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE hash = ?"), arguments: [hash])
            for row in rows {
                let columns = row.columnNames.joined(separator: ", ")
                let places = row.columnNames.map { _ in "?" }.joined(separator: ", ")
                let sql = "INSERT INTO \(table.rawValue) (\(columns)) VALUES (\(places))"
                try other.cachedStatement(sql: sql).execute(arguments: StatementArguments(row.databaseValues))
            }
        }
    }

    /// Removes the rows of a hash, except what is needed to recognize it.
    static func leave(_ db: Database, hash: TransactionHash, file: String, at now: Int64) throws {
        try db.cachedStatement(sql: "INSERT INTO archived (hash, file, time) VALUES (?, ?, ?)")
            .execute(arguments: [hash, file, now])
        try db.cachedStatement(sql: "UPDATE submission SET envelope = '', result_xdr = NULL WHERE hash = ?")
            .execute(arguments: [hash])
        try RequestRow.rememberWithdrawals(db, hash: hash)
        for table in JournalRow.Table.allCases where table != .submission {
            try db.cachedStatement(sql: "DELETE FROM \(table.rawValue) WHERE hash = ?").execute(arguments: [hash])
        }
    }

    static func file(_ db: Database, hash: TransactionHash) throws -> String? {
        try String.fetchOne(db, sql: "SELECT file FROM archived WHERE hash = ?", arguments: [hash])
    }

    static func count(_ db: Database, _ table: JournalRow.Table) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.rawValue)") ?? 0
    }

    static func all(_ db: Database, _ table: JournalRow.Table, _ visit: (JournalRow) -> Bool) throws -> Bool {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table.rawValue) ORDER BY number")
        while let row = try rows.next() {
            let known = zip(row.columnNames, row.databaseValues).filter { table.columns.contains($0.0) }
            let values = try known.map { column, value -> (String, JournalRow.Value) in
                switch value.storage {
                case .null: (column, .null)
                case .int64(let number): (column, .integer(number))
                case .string(let text): (column, .text(text))
                case .double, .blob: throw RowReader(row, of: table.rawValue).unreadable(column)
                }
            }
            guard visit(JournalRow(table: table, values: values)) else { return false }
        }
        return true
    }
}
