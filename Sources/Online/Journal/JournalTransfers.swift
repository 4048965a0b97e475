// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar

extension SQLiteJournal {
    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer {
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

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer? {
        try file.read { db in try TransferRow.fetch(db, number: number) }
    }

    func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer? {
        try file.read { db in try TransferRow.fetch(db, network: network, homeDomain: homeDomain, id: id, kind: kind) }
    }

    func transfers(id: String) throws(JournalError) -> [RecordedTransfer] {
        try file.read { db in try TransferRow.fetch(db, id: id) }
    }

    func update(
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

    func remove(_ transfer: RecordedTransfer) throws(JournalError) {
        try file.write { db in
            guard let known = try TransferRow.fetch(db, number: transfer.number), known.step == transfer.step,
                known.step.isLocal
            else { throw JournalError.transferMoved(number: transfer.number) }
            try TransferRow.delete(db, number: transfer.number)
        }
    }

    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer] {
        try file.read { db in try TransferRow.latest(db, limit: limit) }
    }

    private static func check(_ transfer: RecordedTransfer) throws(JournalError) {
        try checkText(
            transfer.network.passphrase, transfer.homeDomain, transfer.memo, transfer.asset,
            transfer.amount, transfer.method, transfer.otherAsset, transfer.quoteID, transfer.paymentMemo,
            transfer.fields, transfer.transferID, transfer.status?.rawValue)
    }
}

extension SQLiteJournal {
    func add(_ session: RecordedRampSession) throws(JournalError) -> RecordedRampSession {
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

    func rampSession(number: Int64) throws(JournalError) -> RecordedRampSession? {
        try file.read { db in try RampRow.fetch(db, number: number) }
    }

    func rampSessions(limit: Int) throws(JournalError) -> [RecordedRampSession] {
        try file.read { db in try RampRow.latest(db, limit: limit) }
    }

    func rampEvents(session: Int64) throws(JournalError) -> [RecordedRampEvent] {
        try file.read { db in try RampRow.events(db, session: session) }
    }

    func append(
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

    func rampRows() throws(JournalError) -> RampRows {
        try file.read { db in
            let sessions = try RampRow.latest(db, limit: .max).reversed().map { session in
                (session: session, events: try RampRow.events(db, session: session.number))
            }
            let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM ramp_event") ?? 0
            return RampRows(sessions: sessions, orphans: all - sessions.reduce(0) { $0 + $1.events.count })
        }
    }
}
