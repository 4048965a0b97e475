// SPDX-License-Identifier: Apache-2.0

import Codec
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
    /// The batch that it belongs to; nil if it was built alone.
    package var batch: BatchPart?
    /// What its transaction pays, for `record` only: a request that was read has none.
    package var payments: [PaymentDigest] = []

    package init(
        hash: TransactionHash, id: String, kind: Kind, network: Network, document: String, source: AccountID? = nil,
        sequence: Int64? = nil, note: String? = nil, created: Int64, batch: BatchPart? = nil,
        payments: [PaymentDigest] = []
    ) {
        self.batch = batch
        self.payments = payments
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

extension RecordedRequest {
    /// The request as it is read back.
    var withoutPayments: RecordedRequest {
        var request = self
        request.payments = []
        return request
    }
}

/// The place of a request in the batch that it was built with.
package struct BatchPart: Hashable, Sendable {
    /// A line of the table that was paid.
    package struct Line: Hashable, Sendable {
        /// The line on which it begins, counted from 1.
        package let number: Int
        /// What the table says of the payee and of the payment, for people only.
        package let name: String?
        package let note: String?

        package init(number: Int, name: String? = nil, note: String? = nil) {
            (self.number, self.name, self.note) = (number, name, note)
        }
    }

    /// A UUID, the same for all requests of the batch.
    package let id: String
    /// The name that the user gave, or that of the table's file. Several batches may have one name.
    package let name: String
    /// The line of each operation, in their order.
    package let lines: [Line]

    package init(id: String, name: String, lines: [Line]) { (self.id, self.name, self.lines) = (id, name, lines) }
}

extension BatchPart {
    /// The lines in the journal's form: `[2,[3,"Anna"],[4,null,"bonus"]]`.
    var rows: String {
        JSON.array(
            lines.map { line in
                guard line.name != nil || line.note != nil else { return .integer(line.number) }
                let name: JSON = line.name.map { .string($0) } ?? .null
                return .array([.integer(line.number), name] + (line.note.map { [.string($0)] } ?? []))
            }
        ).text()
    }

    static func lines(_ rows: String) throws(JSONError) -> [Line] {
        guard let elements = try JSON(parsing: Array(rows.utf8), maximumDepth: 3).asArray else {
            throw .wrongType(field: "batch_rows", expected: "an array")
        }
        return try elements.map { element throws(JSONError) in
            let parts = element.asArray ?? [element]
            guard let number: Int = parts.first?.asInteger(), (1...3).contains(parts.count) else {
                throw .wrongType(field: "batch_rows", expected: "the number of a line, and texts")
            }
            return Line(
                number: number, name: parts.count > 1 ? parts[1].asString : nil,
                note: parts.count > 2 ? parts[2].asString : nil)
        }
    }
}

/// `RecordedRequest` in the table `request`.
enum RequestRow {
    static func insert(_ db: Database, _ request: RecordedRequest) throws {
        // Cached, because a batch may insert very many.
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO request (id, hash, kind, network_passphrase, document, source, sequence, note, created,
                    batch, batch_name, batch_rows)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            request.id, request.hash, request.kind, request.network, request.document,
            request.source, request.sequence, request.note, request.created,
            request.batch?.id, request.batch?.name, request.batch?.rows,
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
            sequence: row.value("sequence"), note: row.value("note"), created: row.value("created"),
            batch: batch(row))
    }

    private static func batch(_ row: RowReader) throws -> BatchPart? {
        guard let id: String = try row.value("batch") else { return nil }
        let rows: String? = try row.value("batch_rows")
        do {
            return BatchPart(id: id, name: try row.value("batch_name"), lines: try rows.map(BatchPart.lines) ?? [])
        } catch is JSONError { throw row.unreadable("batch_rows") }
    }
}
