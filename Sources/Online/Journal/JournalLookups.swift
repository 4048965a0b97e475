// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
import StellarXDR

/// Queries for the user interface, such as a lookup by part of a hash.
extension SQLiteJournal {
    func hashes(beginningWith digits: String, limit: Int) throws(JournalError) -> [TransactionHash] {
        try file.read { db in
            // A range condition uses the indices; every digit sorts before "g".
            let sql = """
                SELECT hash FROM submission WHERE hash >= :first AND hash < :last
                UNION SELECT hash FROM request WHERE hash >= :first AND hash < :last
                UNION SELECT hash FROM archived WHERE hash >= :first AND hash < :last
                ORDER BY hash LIMIT :limit
                """
            return try SubmissionRow.hashes(db, sql, ["first": digits, "last": digits + "g", "limit": limit])
        }
    }

    func sources(network: Network) throws(JournalError) -> [AccountID] {
        try file.read { db in
            let sql = """
                SELECT DISTINCT source FROM request
                WHERE network_passphrase = :network AND kind = 'transaction' AND source IS NOT NULL
                UNION SELECT DISTINCT source FROM submission WHERE network_passphrase = :network ORDER BY source
                """
            // One that cannot be read hides no other; `journal verify` names it.
            return try String.fetchAll(db, sql: sql, arguments: ["network": network]).compactMap {
                try? AccountID(address: $0)
            }
        }
    }

    func unsentRequests() throws(JournalError) -> [RecordedRequest] {
        try file.read { db in
            let sql = """
                SELECT * FROM request r
                WHERE NOT EXISTS (SELECT 1 FROM submission s WHERE s.hash = r.hash)
                    AND number = (SELECT max(number) FROM request o WHERE o.hash = r.hash)
                ORDER BY number DESC
                """
            return try Row.fetchAll(db, sql: sql).map(RequestRow.decode)
        }
    }

    func unsettledSubmissions() throws(JournalError) -> [Submission] {
        try file.read { db in try SubmissionRow.latest(db, isSettled: false) }
    }

    func requests(from hash: TransactionHash, count: Int) throws(JournalError) -> [RecordedRequest] {
        try file.read { db in try RequestRow.following(db, hash: hash, limit: count) }
    }

    func batch(_ name: String) throws(JournalError) -> [RecordedRequest] {
        try file.read { db in
            let sql = """
                SELECT * FROM request WHERE batch = (
                    SELECT batch FROM request WHERE batch = :name OR batch_name = :name ORDER BY number DESC LIMIT 1)
                ORDER BY number
                """
            return try Row.fetchAll(db, sql: sql, arguments: ["name": name]).map(RequestRow.decode)
        }
    }

    func batches(named name: String) throws(JournalError) -> [String] {
        try file.read { db in
            let sql = "SELECT batch FROM request WHERE batch_name = ? GROUP BY batch ORDER BY max(number) DESC"
            return try Row.fetchAll(db, sql: sql, arguments: [name]).map { row in
                try RowReader(row, of: "request").value("batch")
            }
        }
    }

    func builtBatches() throws(JournalError) -> [(id: String, hashes: [TransactionHash])] {
        try file.read { db in
            let sql = "SELECT batch, created, hash FROM request WHERE batch IS NOT NULL ORDER BY number"
            var batches: [(id: String, hashes: [TransactionHash])] = []
            var last: (id: String, created: Int64)?
            for row in try Row.fetchAll(db, sql: sql) {
                let row = RowReader(row, of: "request")
                let id: String = try row.value("batch")
                let created: Int64 = try row.value("created")
                if last?.id != id || last?.created != created { batches.append((id, [])) }
                batches[batches.count - 1].hashes.append(try row.value("hash"))
                last = (id, created)
            }
            return batches
        }
    }

    func settledSubmissions(limit: Int) throws(JournalError) -> [Submission] {
        try file.read { db in try SubmissionRow.latest(db, isSettled: true, limit: limit) }
    }

    func payment(
        ofWithdrawal id: String, homeDomain: String, network: Network
    ) throws(JournalError) -> Submission? {
        try file.read { db in
            let sql = """
                SELECT submission.hash FROM (
                    SELECT hash FROM request
                    WHERE network_passphrase = ?1 AND instr(document, '"withdrawal"') > 0
                        AND json_extract(document, '$.hints.withdrawal.home_domain') = ?2
                        AND json_extract(document, '$.hints.withdrawal.id') = ?3
                    UNION SELECT hash FROM withdrawal_payment
                    WHERE network_passphrase = ?1 AND home_domain = ?2 AND id = ?3
                ) AS asked
                JOIN submission ON submission.hash = asked.hash OR submission.inner_hash = asked.hash
                WHERE submission.state IN ('queued', 'sent', 'pending', 'included')
                ORDER BY submission.state = 'included' DESC, submission.number LIMIT 1
                """
            let found = try SubmissionRow.hashes(db, sql, [network, homeDomain, id])
            return try found.first.flatMap { try SubmissionRow.fetch(db, hash: $0) }
        }
    }

    func wasRequested(
        _ hash: TransactionHash, afterQueueing other: TransactionHash
    ) throws(JournalError) -> Bool {
        try file.read { db in
            let sql = """
                SELECT (SELECT max(number) FROM event WHERE hash = ? AND kind = ?)
                    > (SELECT min(number) FROM event WHERE hash = ? AND kind = ?)
                """
            let kinds = [JournalEvent.Kind.requested, .queued].map(\.rawValue)
            return try Bool.fetchOne(db, sql: sql, arguments: [hash, kinds[0], other, kinds[1]]) ?? false
        }
    }

    func requests(
        ofWithdrawal id: String, homeDomain: String, network: Network
    ) throws(JournalError) -> [TransactionHash] {
        try file.read { db in
            let sql = """
                SELECT hash FROM request
                WHERE network_passphrase = ?1 AND instr(document, '"withdrawal"') > 0
                    AND json_extract(document, '$.hints.withdrawal.home_domain') = ?2
                    AND json_extract(document, '$.hints.withdrawal.id') = ?3
                ORDER BY rowid DESC LIMIT 8
                """
            return try SubmissionRow.hashes(db, sql, [network, homeDomain, id])
        }
    }

    func asked(_ numbers: [AccountNumber], network: Network) throws(JournalError) -> [[TransactionHash]] {
        try file.read { db in
            // Cached, because a submitted file may contain very many.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT hash FROM request
                    WHERE source = ? AND sequence = ? AND network_passphrase = ? AND kind = 'transaction'
                    GROUP BY hash ORDER BY min(number)
                    """)
            return try numbers.map { number in
                try Row.fetchAll(statement, arguments: [number.source, number.sequence, network]).map { row in
                    try RowReader(row, of: "request").value("hash")
                }
            }
        }
    }

    func isAhead(_ sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Bool {
        try file.read { db in
            let sql = """
                SELECT EXISTS (SELECT 1 FROM submission
                    WHERE network_passphrase = :network AND source = :source AND sequence < :sequence
                        AND ledger IS NULL AND state NOT IN ('included', 'expired')
                        AND sequence > (SELECT coalesce(max(sequence), 0) FROM submission
                            WHERE network_passphrase = :network AND source = :source AND ledger IS NOT NULL))
                """
            let statement = try db.cachedStatement(sql: sql)
            return try Bool.fetchOne(
                statement, arguments: ["network": network, "source": source, "sequence": sequence]) ?? false
        }
    }

    func holder(of sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Submission? {
        try file.read { db in
            // A fee bump and its inner transaction have one number: the one that the ledger contains.
            let sql = """
                SELECT hash FROM submission
                WHERE network_passphrase = ? AND source = ? AND sequence = ? AND ledger IS NOT NULL
                ORDER BY went_in_as IS NOT NULL, number LIMIT 1
                """
            let found = try SubmissionRow.hashes(db, sql, [network, source, sequence])
            return try found.first.flatMap { try SubmissionRow.fetch(db, hash: $0) }
        }
    }

    func laterHolder(than sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Submission? {
        try file.read { db in
            let sql = """
                SELECT hash FROM submission
                WHERE network_passphrase = ? AND source = ? AND sequence > ? AND ledger IS NOT NULL
                ORDER BY sequence, went_in_as IS NOT NULL, number LIMIT 1
                """
            let found = try SubmissionRow.hashes(db, sql, [network, source, sequence])
            return try found.first.flatMap { try SubmissionRow.fetch(db, hash: $0) }
        }
    }
}
