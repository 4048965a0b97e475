// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar
package import StellarXDR

/// What happened to accounts, as servers told it that forget it after some days; each call is one transaction.
package protocol HistoryBook: Sendable {
    /// The ledgers of which all transactions of an account are kept, in order; they do not touch.
    func keptLedgers(network: Network, account: AccountID) throws(JournalError) -> [KeptLedgers]

    /// The kept transactions of an account, the latest first.
    ///
    /// - Parameters:
    ///   - since: the first ledger that counts; nil for all.
    ///   - place: the place before which they are; nil for the end.
    func keptTransactions(
        network: Network, account: AccountID, since ledger: UInt32?, before place: LedgerPlace?, limit: Int
    ) throws(JournalError) -> [KeptTransaction]

    /// A kept transaction of any account; nil if none has the hash.
    ///
    /// - Parameter hash: for a fee bump, the outer one.
    func keptTransaction(network: Network, hash: TransactionHash) throws(JournalError) -> KeptTransaction?

    /// Keeps all transactions of an account in some ledgers. One that is kept already stays as it is.
    ///
    /// - Parameter hash: of the last of the ledgers; nil if it is not known.
    func keep(
        _ transactions: [KeptTransaction], of account: AccountID, on network: Network,
        in ledgers: ClosedRange<UInt32>, lastHash hash: LedgerHash?
    ) throws(JournalError)

    /// Forgets what is kept of all accounts of a network.
    func forgetKept(network: Network) throws(JournalError)
}

/// The hash of a ledger's header.
package typealias LedgerHash = TransactionHash

/// Ledgers of which all transactions of an account are kept.
package struct KeptLedgers: Hashable, Sendable {
    package let ledgers: ClosedRange<UInt32>
    /// The hash of the last one, by which another ledger with its number is recognized; nil if it is not known.
    package let lastHash: LedgerHash?

    package init(_ ledgers: ClosedRange<UInt32>, lastHash: LedgerHash?) {
        (self.ledgers, self.lastHash) = (ledgers, lastHash)
    }
}

/// The place of a transaction on a network.
package struct LedgerPlace: Hashable, Comparable, Sendable {
    package let ledger: UInt32
    /// The place among the transactions of the ledger, from 1.
    package let order: UInt32

    package init(ledger: UInt32, order: UInt32) { (self.ledger, self.order) = (ledger, order) }

    package static func < (a: LedgerPlace, b: LedgerPlace) -> Bool { (a.ledger, a.order) < (b.ledger, b.order) }

    /// Horizon's ID of the transaction (SEP-35).
    package var token: UInt64 { UInt64(ledger) << 32 | UInt64(order) << 12 }

    /// - Parameter token: the ID of a transaction, or of one of its operations.
    package init(token: UInt64) {
        self.init(
            ledger: UInt32(truncatingIfNeeded: token >> 32), order: UInt32(truncatingIfNeeded: token >> 12) & 0xf_ffff)
    }
}

/// An applied transaction, as a server gave it.
package struct KeptTransaction: Hashable, Sendable {
    package let place: LedgerPlace
    /// For a fee bump, the outer hash.
    package let hash: TransactionHash
    /// When its ledger closed, in seconds since 1970.
    package let time: Int64
    package let isSuccessful: Bool
    /// In XDR, base64.
    package let envelope: String
    package let result: String
    package let meta: String

    package init(
        at place: LedgerPlace, hash: TransactionHash, time: Int64, isSuccessful: Bool, envelope: String, result: String,
        meta: String
    ) {
        (self.place, self.hash, self.time, self.isSuccessful) = (place, hash, time, isSuccessful)
        (self.envelope, self.result, self.meta) = (envelope, result, meta)
    }
}

/// `KeptTransaction` in the table `kept_transaction`, and the ledgers in `kept_ledgers`.
private enum KeptRow {
    static func ledgers(_ db: Database, _ network: Network, _ account: AccountID) throws -> [KeptLedgers] {
        let sql = """
            SELECT first, last, last_hash FROM kept_ledgers WHERE network_passphrase = ? AND account = ? ORDER BY first
            """
        return try Row.fetchAll(db, sql: sql, arguments: [network, account]).map { row in
            let row = RowReader(row, of: "kept_ledgers")
            let (first, last): (UInt32, UInt32) = (try row.value("first"), try row.value("last"))
            guard first <= last else { throw row.unreadable("last") }
            return KeptLedgers(first...last, lastHash: try row.value("last_hash"))
        }
    }

    static func transactions(
        _ db: Database, _ network: Network, _ account: AccountID, since ledger: UInt32?, before place: LedgerPlace?,
        limit: Int
    ) throws -> [KeptTransaction] {
        let sql = """
            SELECT * FROM kept_transaction
            WHERE network_passphrase = ? AND account = ? AND ledger >= ? AND (ledger, place) < (?, ?)
            ORDER BY ledger DESC, place DESC LIMIT ?
            """
        return try Row.fetchAll(
            db, sql: sql,
            arguments: [
                network, account, ledger ?? 0, place?.ledger ?? .max, place?.order ?? 0, limit,
            ]
        ).map(decode)
    }

    static func transaction(
        _ db: Database, _ network: Network, _ hash: TransactionHash
    ) throws -> KeptTransaction? {
        let sql = "SELECT * FROM kept_transaction WHERE hash = ? AND network_passphrase = ? LIMIT 1"
        return try Row.fetchOne(db, sql: sql, arguments: [hash, network]).map(decode)
    }

    private static func decode(_ row: Row) throws -> KeptTransaction {
        let row = RowReader(row, of: "kept_transaction")
        return try KeptTransaction(
            at: LedgerPlace(ledger: row.value("ledger"), order: row.value("place")), hash: row.value("hash"),
            time: row.value("time"), isSuccessful: row.value("successful"), envelope: row.value("envelope"),
            result: row.value("result"), meta: row.value("meta"))
    }

    static func insert(
        _ db: Database, _ transactions: [KeptTransaction], _ account: AccountID, _ network: Network
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO kept_transaction
                    (network_passphrase, account, ledger, place, hash, time, successful, envelope, result, meta)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for transaction in transactions {
            try statement.execute(arguments: [
                network, account, transaction.place.ledger, transaction.place.order, transaction.hash,
                transaction.time, transaction.isSuccessful, transaction.envelope, transaction.result,
                transaction.meta,
            ])
        }
    }

    /// Adds ledgers to those that are kept, which never touch.
    static func insert(
        _ db: Database, _ added: KeptLedgers, _ account: AccountID, _ network: Network
    ) throws {
        var (first, last, hash) = (added.ledgers.lowerBound, added.ledgers.upperBound, added.lastHash)
        for known in try self.ledgers(db, network, account) {
            let ledgers = known.ledgers
            guard UInt64(ledgers.lowerBound) <= UInt64(last) + 1, UInt64(first) <= UInt64(ledgers.upperBound) + 1
            else { continue }
            if ledgers.upperBound > last || ledgers.upperBound == last && hash == nil { hash = known.lastHash }
            (first, last) = (min(first, ledgers.lowerBound), max(last, ledgers.upperBound))
            try db.execute(
                sql: "DELETE FROM kept_ledgers WHERE network_passphrase = ? AND account = ? AND first = ?",
                arguments: [network, account, ledgers.lowerBound])
        }
        try db.execute(
            sql: """
                INSERT INTO kept_ledgers (network_passphrase, account, first, last, last_hash) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [network, account, first, last, hash])
    }

    static func remove(_ db: Database, _ network: Network) throws {
        for table in ["kept_transaction", "kept_ledgers"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE network_passphrase = ?", arguments: [network])
        }
    }
}

extension SQLiteJournal {
    func keptLedgers(network: Network, account: AccountID) throws(JournalError) -> [KeptLedgers] {
        try file.read { db in try KeptRow.ledgers(db, network, account) }
    }

    func keptTransactions(
        network: Network, account: AccountID, since ledger: UInt32?, before place: LedgerPlace?, limit: Int
    ) throws(JournalError) -> [KeptTransaction] {
        try file.read { db in
            try KeptRow.transactions(db, network, account, since: ledger, before: place, limit: limit)
        }
    }

    func keptTransaction(network: Network, hash: TransactionHash) throws(JournalError) -> KeptTransaction? {
        try file.read { db in try KeptRow.transaction(db, network, hash) }
    }

    func keep(
        _ transactions: [KeptTransaction], of account: AccountID, on network: Network,
        in ledgers: ClosedRange<UInt32>, lastHash hash: LedgerHash?
    ) throws(JournalError) {
        try Self.checkText(network.passphrase, nil, nil)
        try file.write { db in
            try KeptRow.insert(db, transactions, account, network)
            try KeptRow.insert(db, KeptLedgers(ledgers, lastHash: hash), account, network)
        }
    }

    func forgetKept(network: Network) throws(JournalError) {
        try file.write { db in try KeptRow.remove(db, network) }
    }
}
