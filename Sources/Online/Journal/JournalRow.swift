// SPDX-License-Identifier: Apache-2.0

package import Codec
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
                    "created",
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
        guard table == .submission, case .text(let text) = self["envelope"], let bytes = try? Base64.decode(text),
            let envelope = try? TransactionEnvelope(xdr: bytes)
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
