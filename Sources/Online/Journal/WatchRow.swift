// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
import StellarXDR

/// `WatchedAccount` in the table `watched_account`, and facts about transactions from the other tables.
enum WatchRow {
    static func fetch(_ db: Database, network: Network, account: AccountID) throws -> WatchedAccount? {
        let sql = "SELECT * FROM watched_account WHERE network_passphrase = ? AND account = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [network, account]).map { row in
            let row = RowReader(row, of: "watched_account")
            return try WatchedAccount(
                network: row.value("network_passphrase"), account: row.value("account"), state: row.value("state"),
                cursor: row.value("cursor"), ledger: row.value("ledger"), seen: row.value("seen"))
        }
    }

    static func accounts(_ db: Database, network: Network) throws -> [AccountID] {
        let sql = "SELECT account FROM watched_account WHERE network_passphrase = ? ORDER BY account"
        // One that cannot be read hides no other.
        return try String.fetchAll(db, sql: sql, arguments: [network]).compactMap { try? AccountID(address: $0) }
    }

    static func remove(_ db: Database, network: Network, account: AccountID) throws {
        let sql = "DELETE FROM watched_account WHERE network_passphrase = ? AND account = ?"
        try db.execute(sql: sql, arguments: [network, account])
    }

    static func put(_ db: Database, _ watched: WatchedAccount) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO watched_account (network_passphrase, account, state, cursor, ledger, seen)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                watched.network, watched.account, watched.state, watched.cursor, watched.ledger, watched.seen,
            ])
    }

    static func knows(_ db: Database, hash: TransactionHash) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM request WHERE hash = :hash)
                OR EXISTS (SELECT 1 FROM submission WHERE hash = :hash OR inner_hash = :hash)
                OR EXISTS (SELECT 1 FROM archived WHERE hash = :hash)
            """
        return try Bool.fetchOne(try db.cachedStatement(sql: sql), arguments: ["hash": hash]) ?? false
    }

    /// Includes transactions that failed in a ledger: they used their numbers too.
    static func highestSequence(_ db: Database, network: Network, source: AccountID, upTo ledger: Int64) throws
        -> Int64?
    {
        let sql = "SELECT max(sequence) FROM submission WHERE network_passphrase = ? AND source = ? AND ledger <= ?"
        return try Int64.fetchOne(db, sql: sql, arguments: [network, source, ledger])
    }
}
