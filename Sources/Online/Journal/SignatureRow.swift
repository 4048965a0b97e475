// SPDX-License-Identifier: Apache-2.0

import GRDB

/// `RecordedSignature` in the table `signature`.
enum SignatureRow {
    /// Inserts a signature of a known transaction; one of an unknown transaction could never be queried.
    static func insert(_ db: Database, _ signature: RecordedSignature, at now: Int64) throws {
        // Cached, because a submitted file may contain very many.
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO signature (hash, hint, signature, seen) SELECT :hash, :hint, :signature, :seen
                WHERE (EXISTS (SELECT 1 FROM request WHERE hash = :hash)
                        OR EXISTS (SELECT 1 FROM submission WHERE hash = :hash))
                    AND NOT EXISTS (SELECT 1 FROM archived WHERE hash = :hash)
                ON CONFLICT (hash, hint, signature) DO NOTHING
                """)
        try statement.execute(arguments: [
            "hash": signature.hash, "hint": signature.hint, "signature": signature.signature, "seen": now,
        ])
    }

    static func all(_ db: Database, hash: String) throws -> [(signature: RecordedSignature, seen: Int64)] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM signature WHERE hash = ? ORDER BY number")
        return try Row.fetchAll(statement, arguments: [hash]).map { row in
            (
                try RecordedSignature(
                    hash: row.decode(forColumn: "hash"), hint: row.decode(forColumn: "hint"),
                    signature: row.decode(forColumn: "signature")), try row.decode(forColumn: "seen")
            )
        }
    }
}
