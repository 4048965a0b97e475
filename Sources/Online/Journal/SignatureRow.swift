// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar

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

    static func all(_ db: Database, hash: TransactionHash) throws -> [(signature: RecordedSignature, seen: Int64)] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM signature WHERE hash = ? ORDER BY number")
        return try Row.fetchAll(statement, arguments: [hash]).map { row in
            let row = RowReader(row, of: "signature")
            return (
                try RecordedSignature(
                    hash: row.value("hash"), hint: row.value("hint"), signature: row.value("signature")),
                try row.value("seen")
            )
        }
    }
}
