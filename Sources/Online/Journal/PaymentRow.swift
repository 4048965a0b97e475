// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
import StellarXDR

/// What transactions pay, in the table `payment`: for a fee bump under the hash of its inner transaction.
enum PaymentRow {
    /// Adds payments in the order of their digests, in which the table is stored: a batch has very many.
    static func insert(_ db: Database, _ payments: some Sequence<(PaymentDigest, TransactionHash)>) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO payment (digest, hash) VALUES (?, ?)")
        let rows = payments.map { (Int64(bitPattern: $0.bits), $1) }.sorted { $0.0 < $1.0 }
        for (digest, hash) in rows { try statement.execute(arguments: [digest, hash]) }
    }

    /// Adds the payments of a signed transaction that was not requested here.
    static func insert(_ db: Database, foreign transaction: SignedTransaction) throws {
        let hash = transaction.innerHash ?? transaction.hash
        let isKnown = try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM request WHERE hash = ?)"), arguments: [hash])
        guard isKnown != true, let envelope = transaction.decoded else { return }
        try insert(db, payments(of: envelope, hash, on: transaction.network))
    }

    /// Adds the payments of all transactions in a journal of an earlier format. What cannot be read is left out: the
    /// journal's check names it.
    @Sendable static func fill(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT hash, network_passphrase, json_extract(document, '$.envelope') AS envelope FROM request
                WHERE kind = 'transaction' AND json_valid(document)
                    AND json_type(document, '$.envelope') = 'text'
                UNION ALL
                SELECT coalesce(inner_hash, hash), network_passphrase, envelope FROM submission s
                WHERE NOT EXISTS (SELECT 1 FROM request r WHERE r.hash = coalesce(s.inner_hash, s.hash))
                """)
        var found: [(PaymentDigest, TransactionHash)] = []
        while let row = try rows.next() {
            guard let text: String = row["envelope"], let envelope = TransactionEnvelope(recorded: text),
                let passphrase: String = row["network_passphrase"], let digits: String = row["hash"],
                let hash = TransactionHash(hex: digits)
            else { continue }
            found += payments(of: envelope, hash, on: Network(passphrase: passphrase))
        }
        try insert(db, found)
    }

    private static func payments(
        of envelope: TransactionEnvelope, _ hash: TransactionHash, on network: Network
    ) -> [(PaymentDigest, TransactionHash)] {
        envelope.innermost.payments(on: network).map { ($0.payment, hash) }
    }

    /// The hashes of transactions that make a payment, in no order.
    static func hashes(_ db: Database, paying payment: PaymentDigest) throws -> [TransactionHash] {
        let statement = try db.cachedStatement(sql: "SELECT hash FROM payment WHERE digest = ?")
        return try Row.fetchAll(statement, arguments: [Int64(bitPattern: payment.bits)]).map { row in
            try RowReader(row, of: "payment").value("hash")
        }
    }
}

extension SQLiteJournal {
    func transactions(paying payments: [PaymentDigest]) throws(JournalError) -> [[TransactionHash]] {
        try file.read { db in try payments.map { try PaymentRow.hashes(db, paying: $0) } }
    }

    func submissions(of hash: TransactionHash) throws(JournalError) -> [Submission] {
        try file.read { db in
            let sql = "SELECT hash FROM submission WHERE hash = :hash OR inner_hash = :hash ORDER BY number"
            return try SubmissionRow.hashes(db, sql, ["hash": hash]).map { try SubmissionRow.require(db, hash: $0) }
        }
    }
}
