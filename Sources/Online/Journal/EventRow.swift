// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar

/// `JournalEvent` in the table `event`, whose rows SQLite triggers protect from changes.
enum EventRow {
    static func append(
        _ db: Database, _ time: Int64, _ hash: TransactionHash, _ kind: JournalEvent.Kind, _ detail: String
    ) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO event (time, hash, kind, detail) VALUES (?, ?, ?, ?)")
        try statement.execute(arguments: [time, hash, kind, detail])
    }

    static func all(_ db: Database, hash: TransactionHash) throws -> [JournalEvent] {
        try Row.fetchAll(db, sql: "SELECT * FROM event WHERE hash = ? ORDER BY number", arguments: [hash]).map { row in
            let row = RowReader(row, of: "event")
            return try JournalEvent(
                time: row.value("time"), kind: row.value("kind"), detail: row.value("detail"))
        }
    }
}
