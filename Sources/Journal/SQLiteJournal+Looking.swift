// SPDX-License-Identifier: Apache-2.0

import GRDB

/// What a person looks for who has seen only a part.
extension SQLiteJournal {
    /// The hashes that begin so, of all that the journal knows; not more than `limit`.
    ///
    /// - Parameter digits: hexadecimal ones in lower case.
    package func hashes(beginningWith digits: String, limit: Int) throws(JournalError) -> [String] {
        try file.read { db in
            // A range, for which the indices serve: every digit comes before a "g".
            let sql = """
                SELECT hash FROM submission WHERE hash >= :first AND hash < :last
                UNION SELECT hash FROM request WHERE hash >= :first AND hash < :last
                UNION SELECT hash FROM archived WHERE hash >= :first AND hash < :last
                ORDER BY hash LIMIT :limit
                """
            return try String.fetchAll(
                db, sql: sql, arguments: ["first": digits, "last": digits + "g", "limit": limit])
        }
    }

    /// The transaction in a ledger that used this number of an account.
    package func holder(of sequence: Int64, source: String, network: String) throws(JournalError) -> Submission? {
        try file.read { db in
            // Of a fee bump and what is inside, which have one number, the one that the ledger shows.
            let sql = """
                SELECT hash FROM submission
                WHERE network_passphrase = ? AND source = ? AND sequence = ? AND ledger IS NOT NULL
                ORDER BY went_in_as IS NOT NULL, number LIMIT 1
                """
            let found = try String.fetchOne(db, sql: sql, arguments: [network, source, sequence])
            return try found.flatMap { try SubmissionRow.fetch(db, hash: $0) }
        }
    }
}
