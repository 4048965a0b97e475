// SPDX-License-Identifier: Apache-2.0

import GRDB

/// `Submission` in the table `submission`.
enum SubmissionRow {
    static func insert(_ db: Database, _ transaction: SignedTransaction, at now: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO submission (hash, inner_hash, network_passphrase, envelope, source, sequence, max_time,
                    state, attempts, doubtful_attempts, queued_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0, 0, ?)
                """,
            arguments: [
                transaction.hash, transaction.innerHash, transaction.networkPassphrase, transaction.envelope,
                transaction.source, transaction.sequence, transaction.maxTime, now,
            ])
    }

    /// The same transaction with other signatures.
    static func replace(_ db: Database, _ transaction: SignedTransaction) throws {
        try db.execute(
            sql: "UPDATE submission SET envelope = ? WHERE hash = ?",
            arguments: [transaction.envelope, transaction.hash])
    }

    static func beginAttempt(_ db: Database, hash: String, doubtful: Int, at now: Int64) throws {
        try db.execute(
            sql: """
                UPDATE submission SET state = 'sent', attempts = attempts + 1, doubtful_attempts = ?,
                    first_sent = coalesce(first_sent, ?), last_attempt = ?, result_xdr = NULL, codes = NULL, error = NULL
                WHERE hash = ?
                """, arguments: [doubtful, now, now, hash])
    }

    static func finish(
        _ db: Database, hash: String, _ state: SubmissionState, doubtful: Int, _ outcome: SubmissionOutcome
    ) throws {
        try db.execute(
            sql: """
                UPDATE submission SET state = ?, doubtful_attempts = ?, ledger = ?, result_xdr = ?, codes = ?, error = ?
                WHERE hash = ?
                """,
            arguments: [
                state.rawValue, doubtful, outcome.ledger, outcome.resultXDR, outcome.codes, outcome.reason, hash,
            ])
    }

    /// A transaction and the fee bumps around it have one sequence number: where one of them is in a ledger, successful or not, the
    /// others are as far as they will ever be. Those that were not settled get its outcome.
    ///
    /// - Returns: their hashes.
    static func settleTwins(_ db: Database, of settled: Submission) throws -> [String] {
        let inner = settled.transaction.innerHash ?? settled.transaction.hash
        let twins = try String.fetchAll(
            db,
            sql: """
                SELECT hash FROM submission
                WHERE (hash = :inner OR inner_hash = :inner) AND hash <> :hash AND ledger IS NULL AND state <> 'expired'
                    AND network_passphrase = :network
                """,
            arguments: [
                "inner": inner, "hash": settled.transaction.hash, "network": settled.transaction.networkPassphrase,
            ])
        for twin in twins {
            try db.execute(
                sql: "UPDATE submission SET state = ?, ledger = ?, result_xdr = ?, codes = ?, error = ? WHERE hash = ?",
                arguments: [
                    settled.state.rawValue, settled.ledger, settled.resultXDR, settled.codes,
                    "went in as \(settled.transaction.hash)", twin,
                ])
        }
        return twins
    }

    static func fetch(_ db: Database, hash: String) throws -> Submission? {
        try Row.fetchOne(db, sql: "SELECT * FROM submission WHERE hash = ?", arguments: [hash]).map(decode)
    }

    static func require(_ db: Database, hash: String) throws -> Submission {
        guard let found = try fetch(db, hash: hash) else { throw JournalError.unknownHash(hash) }
        return found
    }

    static func unresolved(_ db: Database) throws -> [Submission] {
        let sql = "SELECT * FROM submission WHERE state IN ('sent', 'pending') ORDER BY number"
        return try Row.fetchAll(db, sql: sql).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [Submission] {
        let sql = """
            SELECT * FROM submission WHERE hash NOT IN (SELECT hash FROM archived) ORDER BY number DESC LIMIT ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [limit]).map(decode)
    }

    private static func decode(_ row: Row) throws -> Submission {
        guard let state = try SubmissionState(rawValue: row.decode(forColumn: "state")) else {
            throw RequestRow.unreadable("state")
        }
        return try Submission(
            transaction: SignedTransaction(
                hash: row.decode(forColumn: "hash"), innerHash: row.decode(forColumn: "inner_hash"),
                networkPassphrase: row.decode(forColumn: "network_passphrase"),
                envelope: row.decode(forColumn: "envelope"), source: row.decode(forColumn: "source"),
                sequence: row.decode(forColumn: "sequence"), maxTime: row.decode(forColumn: "max_time")),
            state: state, attempts: row.decode(forColumn: "attempts"),
            doubtfulAttempts: row.decode(forColumn: "doubtful_attempts"), ledger: row.decode(forColumn: "ledger"),
            resultXDR: row.decode(forColumn: "result_xdr"), codes: row.decode(forColumn: "codes"),
            error: row.decode(forColumn: "error"), queuedAt: row.decode(forColumn: "queued_at"),
            firstSent: row.decode(forColumn: "first_sent"), lastAttempt: row.decode(forColumn: "last_attempt"))
    }
}
