// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
import Codec
import GRDB
import Handoff
package import Stellar

extension SQLiteJournal: TransferBook {
    package func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer {
        try Self.check(transfer)
        let now = clock()
        return try file.write { db in
            var kept = transfer
            (kept.created, kept.changed) = (now, now)
            try TransferRow.insert(db, kept)
            kept.number = db.lastInsertedRowID
            return kept
        }
    }

    package func transfer(number: Int64) throws(JournalError) -> RecordedTransfer? {
        try file.read { db in try TransferRow.fetch(db, number: number) }
    }

    package func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer? {
        try file.read { db in try TransferRow.fetch(db, network: network, homeDomain: homeDomain, id: id, kind: kind) }
    }

    package func transfers(id: String) throws(JournalError) -> [RecordedTransfer] {
        try file.read { db in try TransferRow.fetch(db, id: id) }
    }

    package func update(
        _ transfer: RecordedTransfer, before: RecordedTransfer.Step
    ) throws(JournalError) -> RecordedTransfer {
        try Self.check(transfer)
        let now = clock()
        return try file.write { db in
            guard let known = try TransferRow.fetch(db, number: transfer.number), known.step == before else {
                throw JournalError.transferMoved(number: transfer.number)
            }
            var changed = transfer
            changed.changed = now
            try TransferRow.update(db, changed)
            return changed
        }
    }

    package func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer] {
        try file.read { db in try TransferRow.latest(db, limit: limit) }
    }

    private static func check(_ transfer: RecordedTransfer) throws(JournalError) {
        try checkText(
            transfer.network.passphrase, transfer.homeDomain, transfer.memo, transfer.asset,
            transfer.amount, transfer.method, transfer.otherAsset, transfer.quoteID, transfer.paymentMemo,
            transfer.fields, transfer.transferID, transfer.status?.rawValue)
    }
}

extension SQLiteJournal: RampBook {
    package func add(_ session: RecordedRampSession) throws(JournalError) -> RecordedRampSession {
        try Self.checkText(session.id, session.presentation, session.origin, session.configuration)
        let now = clock()
        return try file.write { db in
            var kept = session
            kept.created = now
            try RampRow.insert(db, kept)
            kept.number = db.lastInsertedRowID
            return kept
        }
    }

    package func rampSession(number: Int64) throws(JournalError) -> RecordedRampSession? {
        try file.read { db in try RampRow.fetch(db, number: number) }
    }

    package func rampSessions(limit: Int) throws(JournalError) -> [RecordedRampSession] {
        try file.read { db in try RampRow.latest(db, limit: limit) }
    }

    package func rampEvents(session: Int64) throws(JournalError) -> [RecordedRampEvent] {
        try file.read { db in try RampRow.events(db, session: session) }
    }

    package func append(
        _ events: [RecordedRampEvent], to session: Int64, after count: Int
    ) throws(JournalError) {
        for event in events { try Self.checkText(event.detail) }
        try file.write { db in
            guard try RampRow.fetch(db, number: session) != nil, try RampRow.count(db, session: session) == count else {
                throw JournalError.rampMoved(number: session)
            }
            for event in events { try RampRow.append(db, event, to: session) }
        }
    }

    /// What is wrong with the sessions of the ramp, and how many sessions and events there are.
    func rampAudit() throws(JournalError) -> (faults: [String], sessions: Int, events: Int) {
        try file.read { db in
            var faults: [String] = []
            var events = 0
            let sessions = try RampRow.latest(db, limit: .max)
            for session in sessions.reversed() {
                if RequestID(session.id) == nil { faults.append("ramp_session \(session.number): it has no id") }
                if !Self.isObject(session.configuration) {
                    faults.append("ramp_session \(session.number): its configuration cannot be read")
                }
                let found = try RampRow.events(db, session: session.number)
                events += found.count
                for event in found where !Self.isObject(event.detail) {
                    faults.append("ramp_event \(event.number): its detail cannot be read")
                }
            }
            let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM ramp_event") ?? 0
            if all != events { faults.append("ramp_event has \(all - events) rows without a session") }
            return (faults, sessions.count, events)
        }
    }

    private static func isObject(_ text: String) -> Bool { (try? JSON(parsing: Array(text.utf8)))?.asObject != nil }
}
