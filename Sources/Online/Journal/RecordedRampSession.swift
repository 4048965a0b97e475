// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The transfers through Meso's ramp on this machine; each call is one transaction, on disk when it returns.
package protocol RampBook: Sendable {
    /// Adds a new session.
    ///
    /// - Returns: the session with its number and time.
    func add(_ session: RecordedRampSession) throws(JournalError) -> RecordedRampSession

    func rampSession(number: Int64) throws(JournalError) -> RecordedRampSession?

    /// The latest sessions, newest first.
    func rampSessions(limit: Int) throws(JournalError) -> [RecordedRampSession]

    /// The events of a session in order.
    func rampEvents(session: Int64) throws(JournalError) -> [RecordedRampEvent]

    /// Appends all events or none.
    ///
    /// - Parameter count: how many events the session has. Of two programs that continue one session, the slower one is
    ///   refused.
    /// - Throws: `.rampMoved` when the session has another number of events.
    func append(_ events: [RecordedRampEvent], to session: Int64, after count: Int) throws(JournalError)
}

/// A transfer through Meso's ramp, as it was begun. What happened to it is in its events.
package struct RecordedRampSession: Hashable, Sendable {
    /// The journal's number; 0 before it is saved.
    package var number: Int64 = 0
    /// A UUID.
    package let id: String
    /// `embedded` or `inline`.
    package let presentation: String
    /// The origin of Meso's frame.
    package let origin: String
    /// The configuration, JSON. It has no secrets.
    package let configuration: String
    /// Unix seconds.
    package var created: Int64 = 0

    package init(id: String, presentation: String, origin: String, configuration: String) {
        self.id = id
        self.presentation = presentation
        self.origin = origin
        self.configuration = configuration
    }
}

/// One line of the append-only log of a transfer through Meso's ramp.
package struct RecordedRampEvent: Hashable, Sendable {
    /// What happened. The raw values are stored and never change.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A page was loaded, or loaded again.
        case opened
        /// The page went away.
        case gone
        /// One of the nine events of meso-js.
        case event
        /// What the frame said about a transfer.
        case status
        /// The frame asked for the signature of a message.
        case requested
        /// It asked again for the one that is open.
        case repeated
        /// The open request no longer counts.
        case voided
        /// A response with a valid signature came back.
        case signed
        /// The signature was handed to the frame.
        case replied
        /// The frame was told that there is no signature.
        case refused
        /// The open request's time ran out.
        case expired
        /// The frame asked for a payment, which Coldstar does not make.
        case payout
        /// The onboarding window opened or closed.
        case onboarding
        /// A message that did not count.
        case ignored
        /// Nothing counts any more.
        case ended
    }

    /// The journal's number; 0 before it is saved.
    package var number: Int64 = 0
    /// Unix seconds.
    package let time: Int64
    package let kind: Kind
    /// A JSON object.
    package let detail: String

    package init(number: Int64 = 0, time: Int64, kind: Kind, detail: String) {
        self.number = number
        self.time = time
        self.kind = kind
        self.detail = detail
    }
}

/// Sessions and events of the ramp in the tables `ramp_session` and `ramp_event`, whose rows SQLite triggers protect
/// from changes.
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

/// Every row about Meso's ramp.
package struct RampRows {
    package let sessions: [(session: RecordedRampSession, events: [RecordedRampEvent])]
    /// The number of events without a session.
    package let orphans: Int
}
