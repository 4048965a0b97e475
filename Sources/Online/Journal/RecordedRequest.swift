// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar
package import StellarXDR

/// A request as the builder emitted it.
package struct RecordedRequest: Hashable, Sendable {
    /// The kind of data to sign; the raw values are those of the request's `kind`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transaction, challenge, message, authorization
    }

    package var hash: TransactionHash
    package var id: String
    package var kind: Kind
    package var network: Network
    /// The complete request document as JSON text.
    package var document: String
    /// The source account and sequence number, if it has them.
    package var source: AccountID?
    package var sequence: Int64?
    package var note: String?
    package var created: Int64

    package init(
        hash: TransactionHash, id: String, kind: Kind, network: Network, document: String, source: AccountID? = nil,
        sequence: Int64? = nil, note: String? = nil, created: Int64
    ) {
        self.hash = hash
        self.id = id
        self.kind = kind
        self.network = network
        self.document = document
        self.source = source
        self.sequence = sequence
        self.note = note
        self.created = created
    }
}

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
            request.id, request.hash, request.kind, request.network, request.document,
            request.source, request.sequence, request.note, request.created,
        ])
    }

    /// Records which withdrawal a transaction pays, because its requests are about to be removed.
    static func rememberWithdrawals(_ db: Database, hash: TransactionHash) throws {
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

    static func ids(_ db: Database, hash: TransactionHash) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT id FROM request WHERE hash = ? ORDER BY number", arguments: [hash])
    }

    /// The latest request with a hash.
    static func fetch(_ db: Database, hash: TransactionHash) throws -> RecordedRequest? {
        try fetch(db, "hash = ?", hash)
    }

    static func fetch(_ db: Database, id: String) throws -> RecordedRequest? { try fetch(db, "id = ?", id) }

    private static func fetch(
        _ db: Database, _ condition: String, _ value: some DatabaseValueConvertible
    ) throws -> RecordedRequest? {
        let sql = "SELECT * FROM request WHERE \(condition) ORDER BY number DESC LIMIT 1"
        return try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [value]).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [RecordedRequest] {
        try Row.fetchAll(db, sql: "SELECT * FROM request ORDER BY number DESC LIMIT ?", arguments: [limit]).map(decode)
    }

    static func following(_ db: Database, hash: TransactionHash, limit: Int) throws -> [RecordedRequest] {
        let sql = """
            SELECT * FROM request WHERE number >= (SELECT max(number) FROM request WHERE hash = ?) ORDER BY number LIMIT ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [hash, limit]).map(decode)
    }

    static func decode(_ row: Row) throws -> RecordedRequest {
        let row = RowReader(row, of: "request")
        return try RecordedRequest(
            hash: row.value("hash"), id: row.value("id"), kind: row.value("kind"),
            network: row.value("network_passphrase"), document: row.value("document"), source: row.value("source"),
            sequence: row.value("sequence"), note: row.value("note"), created: row.value("created"))
    }
}
