// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar

/// `Submission` in the table `submission`.
enum SubmissionRow {
    static func insert(_ db: Database, _ transaction: SignedTransaction, at now: Int64) throws {
        try execute(
            db,
            """
            INSERT INTO submission (hash, inner_hash, network_passphrase, envelope, source, sequence, max_time,
                state, attempts, doubtful_attempts, queued_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0, 0, ?)
            """,
            [
                transaction.hash, transaction.innerHash, transaction.network, transaction.envelope,
                transaction.source, transaction.sequence, transaction.maxTime, now,
            ])
    }

    /// Replaces the envelope of a transaction by one with other signatures.
    static func replace(_ db: Database, _ transaction: SignedTransaction) throws {
        try execute(
            db, "UPDATE submission SET envelope = ? WHERE hash = ?", [transaction.envelope, transaction.hash])
    }

    static func hold(_ db: Database, hash: TransactionHash, reason: String) throws {
        try execute(db, "UPDATE submission SET held = ? WHERE hash = ?", [reason, hash])
    }

    static func beginAttempt(_ db: Database, hash: TransactionHash, doubtful: Int, at now: Int64) throws {
        try execute(
            db,
            """
            UPDATE submission SET state = 'sent', held = NULL, attempts = attempts + 1, doubtful_attempts = ?,
                first_sent = coalesce(first_sent, ?), last_attempt = ?, result_xdr = NULL, codes = NULL, error = NULL
            WHERE hash = ?
            """, [doubtful, now, now, hash])
    }

    static func finish(
        _ db: Database, hash: TransactionHash, _ state: SubmissionState, doubtful: Int, _ outcome: SubmissionOutcome
    ) throws {
        try execute(
            db,
            """
            UPDATE submission SET state = ?, held = NULL, doubtful_attempts = ?, ledger = ?, result_xdr = ?, codes = ?,
                error = ?, went_in_as = ?
            WHERE hash = ?
            """,
            [
                state, doubtful, outcome.ledger, outcome.resultXDR, outcome.codes, outcome.reason,
                outcome.place, hash,
            ])
    }

    /// Settles the transactions that share the sequence number: of a transaction and the fee bumps around it only one
    /// can be in a ledger, successful or not. Those not yet settled get its outcome.
    ///
    /// - Parameter place: the hash under which it was applied.
    /// - Returns: the hashes of those newly settled.
    static func settleTwins(
        _ db: Database, of settled: SignedTransaction, _ state: SubmissionState, _ outcome: SubmissionOutcome,
        as place: TransactionHash
    ) throws -> [TransactionHash] {
        let sql = """
            SELECT hash FROM submission
            WHERE (hash = :inner OR inner_hash = :inner) AND hash <> :hash AND ledger IS NULL AND state <> 'expired'
                AND network_passphrase = :network
            """
        let twins = try hashes(
            db, sql,
            ["inner": settled.innerHash ?? settled.hash, "hash": settled.hash, "network": settled.network])
        for twin in twins {
            try execute(
                db,
                """
                UPDATE submission SET state = ?, held = NULL, ledger = ?, result_xdr = ?, codes = ?, error = ?, went_in_as = ?
                WHERE hash = ?
                """,
                [
                    state, outcome.ledger, outcome.resultXDR, outcome.codes, outcome.reason,
                    twin == place ? nil : place, twin,
                ])
        }
        return twins
    }

    /// Gives a new transaction the outcome of a fee bump around it, or of its inner transaction, that is in a ledger.
    ///
    /// - Returns: its resulting state; nil when there is no such transaction.
    static func settle(_ db: Database, _ new: SignedTransaction) throws -> SubmissionState? {
        let sql = """
            SELECT * FROM submission
            WHERE (hash = :inner OR inner_hash = :inner) AND hash <> :hash AND ledger IS NOT NULL
                AND network_passphrase = :network
            ORDER BY went_in_as IS NOT NULL, number LIMIT 1
            """
        let statement = try db.cachedStatement(sql: sql)
        let found = try Row.fetchOne(
            statement,
            arguments: ["inner": new.innerHash ?? new.hash, "hash": new.hash, "network": new.network])
        guard let twin = try found.map(decode), let place = twin.place else { return nil }
        try execute(
            db,
            """
            UPDATE submission SET state = ?, ledger = ?, result_xdr = ?, codes = ?, error = ?, went_in_as = ? WHERE hash = ?
            """,
            [
                twin.state, twin.ledger, twin.resultXDR, twin.codes, twin.error,
                new.hash == place ? nil : place, new.hash,
            ])
        return twin.state
    }

    static func fetch(_ db: Database, hash: TransactionHash) throws -> Submission? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM submission WHERE hash = ?")
        return try Row.fetchOne(statement, arguments: [hash]).map(decode)
    }

    static func require(_ db: Database, hash: TransactionHash) throws -> Submission {
        guard let found = try fetch(db, hash: hash) else { throw JournalError.unknownHash(hash) }
        return found
    }

    static func open(_ db: Database) throws -> [OpenSubmission] {
        let sql = """
            SELECT number, hash, inner_hash, network_passphrase, source, sequence, max_time FROM submission
            WHERE state IN ('queued', 'sent', 'pending') AND held IS NULL ORDER BY number
            """
        return try Row.fetchAll(db, sql: sql).map { row in
            let row = RowReader(row, of: "submission")
            return try OpenSubmission(
                hash: row.value("hash"), innerHash: row.value("inner_hash"), network: row.value("network_passphrase"),
                source: row.value("source"), sequence: row.value("sequence"), maxTime: row.value("max_time"))
        }
    }

    static func held(_ db: Database, network: Network?) throws -> [Submission] {
        let sql = """
            SELECT * FROM submission WHERE held IS NOT NULL AND network_passphrase = ifnull(?, network_passphrase)
            ORDER BY number DESC
            """
        return try Row.fetchAll(db, sql: sql, arguments: [network?.passphrase]).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [Submission] {
        let sql = """
            SELECT * FROM submission WHERE hash NOT IN (SELECT hash FROM archived) ORDER BY number DESC LIMIT ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [limit]).map(decode)
    }

    /// - Parameter isSettled: whether to return final transactions, or those that are not.
    static func latest(_ db: Database, isSettled: Bool, limit: Int = .max) throws -> [Submission] {
        let final = "(state IN ('included', 'expired') OR ledger IS NOT NULL)"
        let sql = """
            SELECT * FROM submission WHERE \(isSettled ? "" : "NOT ")\(final) AND hash NOT IN (SELECT hash FROM archived)
            ORDER BY number DESC LIMIT ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [limit]).map(decode)
    }

    /// The hashes that a query of this table selects, in its column `hash`.
    static func hashes(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws -> [TransactionHash] {
        try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments).map { row in
            try RowReader(row, of: "submission").value("hash")
        }
    }

    /// Statements are cached: with thousands of transactions, preparing them takes longer than running them.
    private static func execute(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    private static func decode(_ row: Row) throws -> Submission {
        let row = RowReader(row, of: "submission")
        // Another attempt must not overflow.
        let attempts: Int = try row.value("attempts")
        guard (0..<Int.max).contains(attempts) else { throw row.unreadable("attempts") }
        let doubtful: Int = try row.value("doubtful_attempts")
        guard (0...attempts).contains(doubtful) else { throw row.unreadable("doubtful_attempts") }
        // Codes only explain an outcome: unreadable ones hide neither the outcome nor another row.
        return try Submission(
            transaction: SignedTransaction(
                hash: row.value("hash"), innerHash: row.value("inner_hash"), network: row.value("network_passphrase"),
                envelope: row.value("envelope"), source: row.value("source"), sequence: row.value("sequence"),
                maxTime: row.value("max_time")),
            state: row.value("state"), attempts: attempts, doubtfulAttempts: doubtful, ledger: row.value("ledger"),
            resultXDR: row.value("result_xdr"), codes: (try? row.value("codes")) ?? nil, error: row.value("error"),
            appliedAs: row.value("went_in_as"), held: row.value("held"), queuedAt: row.value("queued_at"),
            firstSent: row.value("first_sent"), lastAttempt: row.value("last_attempt"))
    }
}
