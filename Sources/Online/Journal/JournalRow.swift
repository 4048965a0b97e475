// SPDX-License-Identifier: Apache-2.0

package import Codec
import GRDB
import Stellar
import StellarXDR

/// A row of the journal as stored.
package struct JournalRow: Hashable, Sendable {
    package enum Table: String, Hashable, Sendable, CaseIterable {
        case request, signature, submission, event

        /// The columns that are read. A file that was modified by another program may have more.
        var columns: Set<String> {
            switch self {
            case .request:
                [
                    "number", "id", "hash", "kind", "network_passphrase", "document", "source", "sequence", "note",
                    "created", "batch", "batch_name", "batch_rows",
                ]
            case .signature: ["number", "hash", "hint", "signature", "seen"]
            case .submission:
                [
                    "number", "hash", "inner_hash", "network_passphrase", "envelope", "source", "sequence", "max_time",
                    "state", "attempts", "doubtful_attempts", "ledger", "result_xdr", "codes", "error", "queued_at",
                    "first_sent", "last_attempt", "held", "went_in_as",
                ]
            case .event: ["number", "time", "hash", "kind", "detail"]
            }
        }
    }

    package enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case text(String)
    }

    package let table: Table
    /// The values with their columns, in the table's order.
    package let values: [(column: String, value: Value)]

    package subscript(_ column: String) -> Value { values.first { $0.column == column }?.value ?? .null }

    package static func == (left: JournalRow, right: JournalRow) -> Bool {
        left.table == right.table && left.values.elementsEqual(right.values) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(table)
        for (column, value) in values {
            hasher.combine(column)
            hasher.combine(value)
        }
    }
}

/// The formats in which other programs read the journal.
extension JournalRow {
    /// The columns of all tables, in the order of the CSV export.
    private static let columns = [
        "table", "number", "hash", "inner_hash", "network_passphrase", "source", "sequence", "max_time", "id", "kind",
        "note", "created", "state", "attempts", "doubtful_attempts", "ledger", "codes", "error", "held", "went_in_as",
        "queued_at", "first_sent", "last_attempt", "time", "detail", "hint", "signature", "seen", "signatures",
        "batch", "batch_name", "batch_rows",
        "result_xdr", "envelope", "document",
    ]

    /// The first line of a CSV export.
    package static var csvHeader: String { CSV.line(columns) }

    /// The row as a line of CSV with the columns of all tables.
    package var csv: String {
        CSV.line(
            Self.columns.map { column in
                if column == "table" { return table.rawValue }
                if column == "signatures" { return signatures.map { "\($0.hint):\($0.text)" }.joined(separator: " ") }
                return switch self[column] {
                case .null: ""
                case .integer(let number): "\(number)"
                case .text(let text): text
                }
            })
    }

    /// The row as a JSON document.
    package var document: JSON {
        var members: [(String, JSON)] = [("version", 1), ("table", .string(table.rawValue))]
        for (column, value) in values {
            switch value {
            case .null: members.append((column, .null))
            // 64-bit numbers are strings, as in all documents.
            case .integer(let number):
                members.append((column, column == "sequence" ? .string("\(number)") : .integer(number)))
            case .text(let text): members.append((column, .string(text)))
            }
        }
        if table == .submission {
            let signatures = signatures.map { ["hint": .string($0.hint), "signature": .string($0.text)] as JSON }
            members.append(("signatures", .array(signatures)))
        }
        return .object(JSONObject(members))
    }

    /// The signatures in the envelope of a submission, in hexadecimal and base64.
    private var signatures: [(hint: String, text: String)] {
        guard table == .submission, case .text(let text) = self["envelope"],
            let envelope = TransactionEnvelope(recorded: text)
        else { return [] }
        return envelope.signatures.map { (Hex.encode($0.hint.bytes), Base64.encode($0.signature.bytes)) }
    }
}

extension OnlineJournal {
    /// Every row as a line of an export: CSV with a header, or a JSON document.
    ///
    /// - Parameter progress: takes the number of rows read and that of all.
    package func exportLines(
        csv: Bool, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) -> [String] {
        var lines: [String] = csv ? [JournalRow.csvHeader] : []
        let total = try rowCount()
        var done = 0
        try export { row in
            progress(done, total)
            lines.append(csv ? row.csv : row.document.text())
            done += 1
            return true
        }
        return lines
    }
}

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
