// SPDX-License-Identifier: Apache-2.0

import GRDB

/// `RecordedRequest` in the table `request`.
enum RequestRow {
    static func insert(_ db: Database, _ request: RecordedRequest) throws {
        // Cached, because a batch may insert very many.
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO request (id, hash, kind, network_passphrase, document, source, sequence, note, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            request.id, request.hash, request.kind.rawValue, request.networkPassphrase, request.document,
            request.source, request.sequence, request.note, request.created,
        ])
    }

    /// Records which withdrawal a transaction pays, because its requests are about to be removed.
    static func rememberWithdrawals(_ db: Database, hash: String) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO withdrawal_payment (network_passphrase, home_domain, id, hash)
                SELECT network_passphrase, json_extract(document, '$.hints.withdrawal.home_domain'),
                    json_extract(document, '$.hints.withdrawal.id'), hash
                FROM request
                WHERE hash = ? AND instr(document, '"withdrawal"') > 0 AND json_valid(document)
                    AND json_type(document, '$.hints.withdrawal.home_domain') = 'text'
                    AND json_type(document, '$.hints.withdrawal.id') = 'text'
                """
        ).execute(arguments: [hash])
    }

    static func remove(_ db: Database, id: String) throws {
        try db.execute(sql: "DELETE FROM request WHERE id = ?", arguments: [id])
    }

    static func ids(_ db: Database, hash: String) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT id FROM request WHERE hash = ? ORDER BY number", arguments: [hash])
    }

    /// The latest request that matches; `condition` contains one `?`.
    static func fetch(_ db: Database, _ condition: String, _ value: String) throws -> RecordedRequest? {
        let sql = "SELECT * FROM request WHERE \(condition) ORDER BY number DESC LIMIT 1"
        return try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [value]).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [RecordedRequest] {
        try Row.fetchAll(db, sql: "SELECT * FROM request ORDER BY number DESC LIMIT ?", arguments: [limit]).map(decode)
    }

    static func decode(_ row: Row) throws -> RecordedRequest {
        guard let kind = try RecordedRequest.Kind(rawValue: row.decode(forColumn: "kind")) else {
            throw unreadable("kind")
        }
        return try RecordedRequest(
            hash: row.decode(forColumn: "hash"), id: row.decode(forColumn: "id"), kind: kind,
            networkPassphrase: row.decode(forColumn: "network_passphrase"),
            document: row.decode(forColumn: "document"), source: row.decode(forColumn: "source"),
            sequence: row.decode(forColumn: "sequence"), note: row.decode(forColumn: "note"),
            created: row.decode(forColumn: "created"))
    }

    /// An error for a value that the table's constraints exclude: the file was modified by another program.
    static func unreadable(_ column: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an unknown value in the column \(column)")
    }
}
