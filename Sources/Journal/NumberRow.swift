// SPDX-License-Identifier: Apache-2.0

import GRDB

/// `NumberInUse`, from the tables `request` and `submission`.
enum NumberRow {
    static func all(_ db: Database, network: String, source: String, after sequence: Int64) throws -> [NumberInUse] {
        // What is in a ledger or expired needs no number any more. What the network refused may be sent again.
        let sql = """
            SELECT r.sequence, r.hash, r.note, r.created AS time, s.state, s.max_time,
                (SELECT count(*) FROM signature t WHERE t.hash = r.hash) AS signatures
            FROM request r LEFT JOIN submission s ON s.hash = r.hash
            WHERE r.kind = 'transaction' AND r.network_passphrase = :network AND r.source = :source AND r.sequence > :sequence
                AND (s.state IS NULL OR s.state NOT IN ('included', 'expired'))
            UNION ALL
            SELECT s.sequence, s.hash, NULL, s.queued_at, s.state, s.max_time,
                (SELECT count(*) FROM signature t WHERE t.hash = s.hash)
            FROM submission s
            WHERE s.network_passphrase = :network AND s.source = :source AND s.sequence > :sequence
                AND s.state NOT IN ('included', 'expired') AND NOT EXISTS (SELECT 1 FROM request r WHERE r.hash = s.hash)
            ORDER BY sequence, time
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["network": network, "source": source, "sequence": sequence])
            .map { row in
                try NumberInUse(
                    sequence: row.decode(forColumn: "sequence"), hash: row.decode(forColumn: "hash"),
                    note: row.decode(forColumn: "note"), time: row.decode(forColumn: "time"),
                    state: (row.decode(forColumn: "state") as String?).flatMap(SubmissionState.init(rawValue:)),
                    maxTime: row.decode(forColumn: "max_time"), signatures: row.decode(forColumn: "signatures"))
            }
    }
}
