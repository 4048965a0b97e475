// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar
package import StellarXDR

/// The last observations of accounts, to compare with the next; each call is one transaction.
package protocol WatchBook: Sendable {
    /// The last observation of an account; nil when there is none.
    func watched(network: Network, account: AccountID) throws(JournalError) -> WatchedAccount?

    /// The observed accounts of a network, by address.
    func watchedAccounts(network: Network) throws(JournalError) -> [AccountID]

    /// Deletes the observation of an account; does nothing if there is none.
    func forgetWatched(network: Network, account: AccountID) throws(JournalError)

    /// Saves an observation, replacing the previous one.
    func keep(_ watched: WatchedAccount) throws(JournalError)

    /// Whether a transaction was requested or submitted from here, alone or inside a fee bump.
    func knows(hash: TransactionHash) throws(JournalError) -> Bool

    /// The highest sequence number of an account that the journal knows to be used in a ledger up to that one; nil
    /// without one.
    func highestSequence(network: Network, source: AccountID, upTo ledger: Int64) throws(JournalError) -> Int64?
}

/// The last observation of an account.
package struct WatchedAccount: Hashable, Sendable {
    package var network: Network
    package var account: AccountID
    /// The state as JSON text, in the watcher's format.
    package var state: String
    /// The paging token from which the account's history continued; nil when it had none.
    package var cursor: String?
    /// The latest ledger at that time.
    package var ledger: Int64
    /// The time of the observation, unix seconds.
    package var seen: Int64

    package init(
        network: Network, account: AccountID, state: String, cursor: String?, ledger: Int64, seen: Int64
    ) {
        self.network = network
        self.account = account
        self.state = state
        self.cursor = cursor
        self.ledger = ledger
        self.seen = seen
    }
}

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

extension SQLiteJournal {
    func watched(network: Network, account: AccountID) throws(JournalError) -> WatchedAccount? {
        try file.read { db in try WatchRow.fetch(db, network: network, account: account) }
    }

    func watchedAccounts(network: Network) throws(JournalError) -> [AccountID] {
        try file.read { db in try WatchRow.accounts(db, network: network) }
    }

    func forgetWatched(network: Network, account: AccountID) throws(JournalError) {
        try file.write { db in try WatchRow.remove(db, network: network, account: account) }
    }

    func keep(_ watched: WatchedAccount) throws(JournalError) {
        try Self.checkText(watched.network.passphrase, watched.state, watched.cursor)
        try file.write { db in try WatchRow.put(db, watched) }
    }

    func knows(hash: TransactionHash) throws(JournalError) -> Bool {
        try file.read { db in try WatchRow.knows(db, hash: hash) }
    }

    func highestSequence(
        network: Network, source: AccountID, upTo ledger: Int64
    ) throws(JournalError) -> Int64? {
        try file.read { db in try WatchRow.highestSequence(db, network: network, source: source, upTo: ledger) }
    }
}
