// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Journal
import LedgerXDR
package import Stellar
import StellarXDR

/// The check of a whole journal, a backup or an archive: the file itself, and that every row can be read and is what
/// its hash says.
package struct JournalAudit {
    /// The file's name, escaped.
    package let file: String
    /// What is wrong; empty when the journal is intact.
    package private(set) var faults: [String]
    /// The numbers of rows.
    package private(set) var counts: [JournalRow.Table: Int] = [:]
    /// How many of the submissions were moved to an archive.
    package private(set) var archived = 0
    /// How many sessions of the ramp there are, and how many events they have.
    package private(set) var ramp: (sessions: Int, events: Int) = (0, 0)

    /// Reads every row. The rows of a file with damaged pages are not checked.
    ///
    /// - Parameter progress: takes the number of rows read and that of all.
    package init(
        _ journal: any OnlineJournal, path: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        file = TerminalText.escape(path)
        do throws(JournalError) {
            faults = try journal.faults()
            guard faults.isEmpty else { return }
            var audit = self
            let total = try journal.rowCount()
            var done = 0
            try journal.export { row in
                progress(done, total)
                audit.check(row)
                done += 1
                return true
            }
            audit.check(try journal.rampRows())
            (faults, counts, archived, ramp) = (audit.faults, audit.counts, audit.archived, audit.ramp)
        } catch { throw Failure(error) }
    }

    /// The first fault, with the others as details; nil when the journal is intact.
    package var failure: Failure? {
        faults.first.map { first in
            Failure(
                .badInput, "\(file) is damaged: \(first)",
                hint:
                    "keep the file as it is; a backup can take its place, and then what is open is looked up: \(step: .submit(.resume))",
                details: faults.dropFirst().map { FailureDetail("\(file): \(TerminalText.escape($0))") })
        }
    }

    /// - Throws: the failure, unless the journal is intact.
    package func requireIntact() throws(Failure) {
        if let failure { throw failure }
    }

    private mutating func check(_ row: JournalRow) {
        counts[row.table, default: 0] += 1
        guard case .text(let hash) = row["hash"], case .integer(let number) = row["number"] else {
            return faults.append("a row of \(row.table.rawValue) has no hash or number")
        }
        if let fault = Self.fault(of: row, hash) { faults.append("\(row.table.rawValue) \(number): \(fault)") }
        if row.table == .submission, row["envelope"] == .text("") { archived += 1 }
    }

    private mutating func check(_ rows: RampRows) {
        for (session, events) in rows.sessions {
            if RequestID(session.id) == nil { faults.append("ramp_session \(session.number): it has no id") }
            if !Self.isObject(session.configuration) {
                faults.append("ramp_session \(session.number): its configuration cannot be read")
            }
            for event in events where !Self.isObject(event.detail) {
                faults.append("ramp_event \(event.number): its detail cannot be read")
            }
        }
        if rows.orphans != 0 { faults.append("ramp_event has \(rows.orphans) rows without a session") }
        ramp = (rows.sessions.count, rows.sessions.reduce(0) { $0 + $1.events.count })
    }

    private static func isObject(_ text: String) -> Bool { (try? JSON(parsing: Array(text.utf8)))?.asObject != nil }

    private static func fault(of row: JournalRow, _ hash: String) -> String? {
        switch row.table {
        case .event: nil
        case .signature: fault(ofSignature: row)
        case .request: fault(ofRequest: row, hash)
        case .submission: fault(ofSubmission: row, hash)
        }
    }

    private static func fault(ofSignature row: JournalRow) -> String? {
        guard case .text(let hint) = row["hint"], case .text(let text) = row["signature"] else {
            return "it has no signature"
        }
        return RecordedSignature.decorated(hint: hint, signature: text) != nil ? nil : "its signature cannot be read"
    }

    private static func fault(ofRequest row: JournalRow, _ hash: String) -> String? {
        guard case .text(let text) = row["document"], let request = try? SigningRequest(recorded: text) else {
            return "its document cannot be read"
        }
        let found: TransactionHash? =
            switch request.content {
            case .message(let message): StellarMessage.hash(of: message.bytes)
            case .authorization(let asked): asked.payload(on: request.network)
            case .transaction(let envelope), .challenge(let envelope, _):
                envelope.hash(on: request.network)
            }
        guard let found, found.hex == hash else {
            return "its document has the hash \(found?.hex ?? "of nothing"), and not \(hash)"
        }
        return fault(ofSource: row)
    }

    /// A transaction's source account; logins and messages have none.
    private static func fault(ofSource row: JournalRow) -> String? {
        guard case .text(let source) = row["source"] else { return nil }
        return (try? AccountID(address: source)) == nil ? "its source is not an account" : nil
    }

    private static func fault(ofSubmission row: JournalRow, _ hash: String) -> String? {
        guard case .text(let text) = row["envelope"], case .text(let passphrase) = row["network_passphrase"] else {
            return "it has no envelope"
        }
        if let fault = fault(ofSource: row) { return fault }
        if case .text(let codes) = row["codes"], (try? ResultCodes(try JSON(parsing: Array(codes.utf8)))) == nil {
            return "its result codes cannot be read"
        }
        if text.isEmpty { return nil }
        guard let envelope = TransactionEnvelope(recorded: text) else { return "its envelope cannot be read" }
        let found = envelope.hash(on: Network(passphrase: passphrase))
        return found.hex == hash ? nil : "its envelope has the hash \(found.hex), and not \(hash)"
    }
}

extension JournalAudit {
    /// The numbers of rows, for a person.
    package var text: String {
        func part(_ table: JournalRow.Table, _ name: String) -> String {
            let number = counts[table] ?? 0
            return "\(number) \(name)\(number == 1 ? "" : "s")"
        }
        var parts = [
            part(.request, "request"), part(.signature, "signature"), part(.submission, "transaction"),
            part(.event, "event"),
        ]
        if ramp.sessions > 0 { parts.append("\(ramp.sessions) ramp session\(ramp.sessions == 1 ? "" : "s")") }
        return parts.joined(separator: ", ") + (archived > 0 ? " (\(archived) of the transactions archived)" : "")
    }

    /// The JSON document of `coldstar-submit journal verify`.
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("file", .string(file)), ("ok", .bool(faults.isEmpty)), ("requests", .integer(counts[.request] ?? 0)),
            ("signatures", .integer(counts[.signature] ?? 0)),
            ("transactions", .integer(counts[.submission] ?? 0)), ("archived", .integer(archived)),
            ("events", .integer(counts[.event] ?? 0)),
        ]
        if ramp.sessions > 0 { members.append(("ramp_sessions", .integer(ramp.sessions))) }
        members.append(("faults", .array(faults.map(JSON.string))))
        return .object(JSONObject(members))
    }
}

/// Settled data that was moved out of a journal into a file of its own.
package struct JournalArchive {
    private let end: Timestamp
    private let count: Int
    private let path: String

    /// Checks a time before which what was settled is to be moved.
    ///
    /// - Throws: `.badInput` for one that has not come yet.
    package static func check(_ end: Timestamp, now: Timestamp) throws(Failure) {
        guard end <= now else { throw Failure(.badInput, FieldID("before"), "\(end.utc) is in the future") }
    }

    /// Moves what was settled before a time.
    ///
    /// - Parameter path: the file, which must not exist; it is not created when there is nothing to move.
    package init(of journal: any OnlineJournal, before end: Timestamp, to path: String) throws(Failure) {
        (self.end, self.path) = (end, path)
        do { count = try journal.archive(before: end, to: path) } catch { throw Failure(error) }
    }

    /// What was moved, for a person.
    package var text: String {
        guard count > 0 else { return "nothing before \(end.utc) is settled" }
        return "\(count) \(count == 1 ? "transaction" : "transactions") moved to \(TerminalText.escape(path))"
    }

    /// The JSON document of `coldstar-submit journal archive`.
    package var document: JSON {
        [
            "before": .string(end.rfc3339), "transactions": .integer(count), "file": count > 0 ? .string(path) : .null,
        ]
    }
}

/// A copy of a journal, which is made only of one that is intact.
package struct JournalCopy {
    private let journal: any OnlineJournal
    private let path: String

    /// Checks the journal.
    ///
    /// - Parameters:
    ///   - path: its file's.
    ///   - progress: takes the number of rows read and that of all.
    /// - Throws: `.badInput` for a journal that is damaged.
    package init(of path: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(Failure) {
        journal = try JournalOpener.read(path: path)
        self.path = path
        try JournalAudit(journal, path: path, progress: progress).requireIntact()
    }

    /// Writes the copy to a file, whole or not at all.
    package func write(to file: String, replacing: Bool) throws(Failure) {
        do { try journal.backUp(to: file, replacing: replacing) } catch { throw Failure(error) }
    }

    /// Gives the copy out in pieces, once it was made whole beside the journal.
    package func stream(to write: (_ bytes: [UInt8]) throws(Failure) -> Void) throws(Failure) {
        try journal.backUp(beside: path, to: write)
    }
}
