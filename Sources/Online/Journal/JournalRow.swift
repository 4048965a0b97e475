// SPDX-License-Identifier: Apache-2.0

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
