// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Sessions and events of the ramp in the tables `ramp_session` and `ramp_event`, whose rows SQLite triggers protect from changes.
enum RampRow {
    static func insert(_ db: Database, _ session: RecordedRampSession) throws {
        try db.execute(
            sql: """
                INSERT INTO ramp_session (id, presentation, origin, configuration, created) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                session.id, session.presentation, session.origin, session.configuration, session.created,
            ])
    }

    static func append(_ db: Database, _ event: RecordedRampEvent, to session: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO ramp_event (session, time, kind, detail) VALUES (?, ?, ?, ?)")
        try statement.execute(arguments: [session, event.time, event.kind, event.detail])
    }

    static func fetch(_ db: Database, number: Int64) throws -> RecordedRampSession? {
        try Row.fetchOne(db, sql: "SELECT * FROM ramp_session WHERE number = ?", arguments: [number]).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [RecordedRampSession] {
        try Row.fetchAll(db, sql: "SELECT * FROM ramp_session ORDER BY number DESC LIMIT ?", arguments: [limit])
            .map(decode)
    }

    static func count(_ db: Database, session: Int64) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM ramp_event WHERE session = ?", arguments: [session]) ?? 0
    }

    static func events(_ db: Database, session: Int64) throws -> [RecordedRampEvent] {
        let sql = "SELECT * FROM ramp_event WHERE session = ? ORDER BY number"
        return try Row.fetchAll(db, sql: sql, arguments: [session]).map { row in
            let row = RowReader(row, of: "ramp_event")
            return try RecordedRampEvent(
                number: row.value("number"), time: row.value("time"), kind: row.value("kind"),
                detail: row.value("detail"))
        }
    }

    private static func decode(_ row: Row) throws -> RecordedRampSession {
        let row = RowReader(row, of: "ramp_session")
        var session = try RecordedRampSession(
            id: row.value("id"), presentation: row.value("presentation"), origin: row.value("origin"),
            configuration: row.value("configuration"))
        session.number = try row.value("number")
        session.created = try row.value("created")
        return session
    }
}
