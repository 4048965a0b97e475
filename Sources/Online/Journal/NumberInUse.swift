// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar
package import StellarXDR

/// A sequence number used by a transaction that was built or signed here and is not known to be settled.
package struct NumberInUse: Hashable, Sendable {
    package let sequence: Int64
    package let hash: TransactionHash
    package let note: String?
    /// When the request was emitted or the signed transaction was imported, unix seconds.
    package let time: Int64
    /// The submission state; nil when it was not queued for submission.
    package let state: SubmissionState?
    /// The upper time bound, unix seconds; nil without one, and for a request alone, whose document states it.
    package let maxTime: Int64?
    /// The number of signatures that came back.
    package let signatures: Int
    /// The row number of its request; nil when it was not requested here.
    package let request: Int64?

    /// Whether it has been signed.
    package var isSigned: Bool { state != nil || signatures > 0 }

    /// Whether its request was recorded after the mark.
    package func isNewer(than mark: JournalPosition) -> Bool { request.map { $0 > mark.request } ?? false }
}

/// A sequence number of an account.
package struct AccountNumber: Hashable, Sendable {
    package let source: AccountID
    package let sequence: Int64

    package init(source: AccountID, sequence: Int64) {
        self.source = source
        self.sequence = sequence
    }
}

/// A position in the journal: rows written after it are newer.
package struct JournalPosition: Hashable, Sendable {
    /// The numbers of the last rows.
    let request: Int64
    let submission: Int64
}

/// `NumberInUse`, from the tables `request` and `submission`.
enum NumberRow {
    static func all(_ db: Database, network: Network, source: AccountID, after sequence: Int64) throws -> [NumberInUse]
    {
        // An applied or expired transaction no longer needs its number; a rejected one may be submitted again.
        let sql = """
            SELECT r.sequence, r.hash, r.note, r.created AS time, s.state, s.max_time,
                (SELECT count(*) FROM signature t WHERE t.hash = r.hash) AS signatures, r.number AS request,
                r.number AS number
            FROM request r LEFT JOIN submission s ON s.hash = r.hash
            WHERE r.kind = 'transaction' AND r.network_passphrase = :network AND r.source = :source AND r.sequence > :sequence
                AND (s.state IS NULL OR s.state NOT IN ('included', 'expired'))
            UNION ALL
            SELECT s.sequence, s.hash, NULL, s.queued_at, s.state, s.max_time,
                (SELECT count(*) FROM signature t WHERE t.hash = s.hash), NULL, s.number
            FROM submission s
            WHERE s.network_passphrase = :network AND s.source = :source AND s.sequence > :sequence
                AND s.state NOT IN ('included', 'expired') AND NOT EXISTS (SELECT 1 FROM request r WHERE r.hash = s.hash)
            ORDER BY sequence, time
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["network": network, "source": source, "sequence": sequence])
            .map(decode)
    }

    /// Submitted transactions with a number below `before` whose outcome is unknown.
    static func inDoubt(
        _ db: Database, network: Network, source: AccountID, before sequence: Int64
    ) throws -> [NumberInUse] {
        let sql = """
            SELECT sequence, hash, (SELECT note FROM request r WHERE r.hash = s.hash ORDER BY number DESC LIMIT 1) AS note,
                queued_at AS time, state, max_time, (SELECT count(*) FROM signature t WHERE t.hash = s.hash) AS signatures,
                NULL AS request, number
            FROM submission s
            WHERE network_passphrase = ? AND source = ? AND sequence < ? AND state IN ('sent', 'pending')
            ORDER BY sequence, time
            """
        return try Row.fetchAll(db, sql: sql, arguments: [network, source, sequence]).map(decode)
    }

    private static func decode(_ row: Row) throws -> NumberInUse {
        let row = RowReader(row, of: "request or submission")
        return try NumberInUse(
            sequence: row.value("sequence"), hash: row.value("hash"), note: row.value("note"),
            time: row.value("time"), state: row.value("state"), maxTime: row.value("max_time"),
            signatures: row.value("signatures"), request: row.value("request"))
    }

    static func mark(_ db: Database) throws -> JournalPosition {
        func last(_ table: String) throws -> Int64 {
            try Int64.fetchOne(db, sql: "SELECT max(number) FROM \(table)") ?? 0
        }
        return JournalPosition(request: try last("request"), submission: try last("submission"))
    }

    /// Whether a row after the mark has the request's number, or a later one of its account.
    static func isTaken(_ db: Database, _ request: RecordedRequest, since mark: JournalPosition) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM request
                    WHERE source = :source AND sequence >= :sequence AND network_passphrase = :network AND number > :request)
                OR EXISTS (SELECT 1 FROM submission
                    WHERE source = :source AND sequence >= :sequence AND network_passphrase = :network AND number > :submission)
            """
        return try Bool.fetchOne(
            try db.cachedStatement(sql: sql),
            arguments: [
                "source": request.source, "sequence": request.sequence, "network": request.network,
                "request": mark.request, "submission": mark.submission,
            ]) ?? false
    }
}
