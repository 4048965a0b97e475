// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing
import Workspace

@testable import Journal

struct RampTests {
    private let session = RecordedRampSession(
        id: "330ab613-bbad-4fa7-ab07-68b170d520ae", presentation: "inline", origin: "https://transfer.meso.network",
        configuration: "{}")

    private func event(_ kind: RecordedRampEvent.Kind, _ detail: String = "{}") -> RecordedRampEvent {
        RecordedRampEvent(time: 5, kind: kind, detail: detail)
    }

    @Test func `keeps a session and its events in order`() throws {
        let home = Home()
        let kept = try home.journal(at: 7).add(session)
        #expect(kept.number == 1 && kept.created == 7)
        let journal = try home.journal()
        try journal.append([event(.opened), event(.requested)], to: 1, after: 0)
        try journal.append([event(.replied, #"{"a":1}"#)], to: 1, after: 2)
        #expect(try home.journal().rampSession(number: 1) == kept)
        #expect(try home.journal().rampEvents(session: 1).map(\.kind) == [.opened, .requested, .replied])
        #expect(try home.journal().rampEvents(session: 1).map(\.number) == [1, 2, 3])
        #expect(try home.journal().rampSessions(limit: 5) == [kept])
    }

    @Test func `appends all events or none, and only behind the ones that the caller knows`() throws {
        let home = Home()
        let journal = try home.journal()
        _ = try journal.add(session)
        #expect(throws: JournalError.rampMoved(number: 1)) { try journal.append([event(.opened)], to: 1, after: 1) }
        #expect(throws: JournalError.rampMoved(number: 2)) { try journal.append([event(.opened)], to: 2, after: 0) }
        #expect(throws: JournalError.self) {
            try journal.append([event(.opened), event(.gone, "\0")], to: 1, after: 0)
        }
        #expect(try journal.rampEvents(session: 1) == [])
        #expect(throws: (any Error).self) { try journal.add(session) }
    }

    @Test(arguments: [
        "UPDATE ramp_event SET kind = 'status'", "DELETE FROM ramp_event", "UPDATE ramp_session SET origin = 'x'",
        "DELETE FROM ramp_session",
    ])
    func `lets no other program change or remove a line`(sql: String) throws {
        let home = Home()
        let journal = try home.journal()
        _ = try journal.add(session)
        try journal.append([event(.opened)], to: 1, after: 0)
        #expect(try home.sqlite(sql) != 0)
        #expect(try journal.rampEvents(session: 1).count == 1)
    }

    @Test(arguments: [
        "INSERT INTO ramp_event (session, time, kind, detail) VALUES (1, 1, 'opened', 'no JSON')",
        "INSERT INTO ramp_event (session, time, kind, detail) VALUES (9, 1, 'opened', '{}')",
        "INSERT INTO ramp_session (id, presentation, origin, configuration, created) VALUES ('x', 'inline', 'o', '{}', 1)",
        "INSERT INTO ramp_session (id, presentation, origin, configuration, created) VALUES ('330ab613-bbad-4fa7-ab07-68b170d520af', 'inline', 'o', '[]', 1)",
    ])
    func `finds damaged lines in the audit`(sql: String) throws {
        let home = Home()
        let journal = try home.journal()
        _ = try journal.add(session)
        #expect(try JournalAudit(journal, path: home.file).faults == [])
        #expect(try home.sqlite(sql) == 0)
        #expect(try JournalAudit(journal, path: home.file).faults.count == 1)
    }

    @Test func `says in the audit how many sessions there are`() throws {
        let home = Home()
        let journal = try home.journal()
        #expect(try JournalAudit(journal, path: home.file).json["ramp_sessions"] == nil)
        _ = try journal.add(session)
        #expect(try JournalAudit(journal, path: home.file).json["ramp_sessions"] == 1)
        #expect(try JournalAudit(journal, path: home.file).text.hasSuffix("1 ramp session"))
    }
}
