// SPDX-License-Identifier: Apache-2.0

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
    /// - Parameter count: how many events the session has. Of two programs that continue one session, the slower one is refused.
    /// - Throws: `.rampMoved` when the session has another number of events.
    func append(_ events: [RecordedRampEvent], to session: Int64, after count: Int) throws(JournalError)
}
