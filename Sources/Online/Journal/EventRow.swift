// SPDX-License-Identifier: Apache-2.0

import GRDB

/// `JournalEvent` in the table `event`, whose rows SQLite triggers protect from changes.
enum EventRow {
    static func append(
        _ db: Database, _ time: Int64, _ hash: String, _ kind: JournalEvent.Kind, _ detail: String
    ) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO event (time, hash, kind, detail) VALUES (?, ?, ?, ?)")
        try statement.execute(arguments: [time, hash, kind.rawValue, detail])
    }

    static func all(_ db: Database, hash: String) throws -> [JournalEvent] {
        try Row.fetchAll(db, sql: "SELECT * FROM event WHERE hash = ? ORDER BY number", arguments: [hash]).map { row in
            guard let kind = try JournalEvent.Kind(rawValue: row.decode(forColumn: "kind")) else {
                throw RequestRow.unreadable("kind")
            }
            return try JournalEvent(
                time: row.decode(forColumn: "time"), kind: kind, detail: row.decode(forColumn: "detail"))
        }
    }
}
