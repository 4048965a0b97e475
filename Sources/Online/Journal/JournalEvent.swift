// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar

/// One line of the append-only log.
package struct JournalEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case requested, withdrawn, queued, replaced, attempt, outcome, held, authorized, superseded
        case loggedIn = "logged-in"
    }

    /// Follows the id in the detail of a `withdrawn` request that the user chose to forget.
    package static let forgotten = "forgotten"

    package let time: Int64
    package let kind: Kind
    /// The new state for `queued`, `attempt` and `outcome`, with the reason; the request's id for `requested` and
    /// `withdrawn`; the reason for `held`; the hash of the transaction with the signed entries for `authorized`, of the
    /// one that was built from this draft for `superseded`; the domain for `loggedIn`.
    package let detail: String
}

/// `JournalEvent` in the table `event`, whose rows SQLite triggers protect from changes.
enum EventRow {
    static func append(
        _ db: Database, _ time: Int64, _ hash: TransactionHash, _ kind: JournalEvent.Kind, _ detail: String
    ) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO event (time, hash, kind, detail) VALUES (?, ?, ?, ?)")
        try statement.execute(arguments: [time, hash, kind, detail])
    }

    static func all(_ db: Database, hash: TransactionHash) throws -> [JournalEvent] {
        try Row.fetchAll(db, sql: "SELECT * FROM event WHERE hash = ? ORDER BY number", arguments: [hash]).map { row in
            let row = RowReader(row, of: "event")
            return try JournalEvent(
                time: row.value("time"), kind: row.value("kind"), detail: row.value("detail"))
        }
    }
}
