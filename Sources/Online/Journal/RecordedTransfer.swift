// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar
package import StellarXDR

/// The deposits and withdrawals begun on this machine; each call is one transaction, on disk when it returns.
package protocol TransferBook: Sendable {
    /// Adds a new transfer.
    ///
    /// - Returns: the transfer with its number and times.
    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer?

    /// The transfer with the anchor's id. If the anchor assigned the id twice, one of that kind, and of these the
    /// latest.
    func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer?

    /// All transfers to which any anchor assigned this id, newest first.
    func transfers(id: String) throws(JournalError) -> [RecordedTransfer]

    /// Records a transfer's current step, and what was settled on the way.
    ///
    /// - Parameter before: its previous step. Of two programs that continue one transfer, the slower one is refused.
    /// - Throws: `.transferMoved` when the transfer is not at that step.
    func update(_ transfer: RecordedTransfer, before: RecordedTransfer.Step) throws(JournalError) -> RecordedTransfer

    /// Removes a transfer that the anchor never had.
    ///
    /// - Throws: `.transferMoved` when it is not at that step any more.
    func remove(_ transfer: RecordedTransfer) throws(JournalError)

    /// The latest transfers, newest first.
    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer]
}

/// A deposit or withdrawal through an anchor, and its current step. It holds no token, no customer data and no URL of
/// an anchor's page, which may contain either.
package struct RecordedTransfer: Hashable, Sendable {
    /// The next step.
    package enum Step: String, CaseIterable, Sendable {
        /// Provide the customer data that the anchor requires.
        case customer
        case fee
        case summary
        /// Being sent to the anchor, or interrupted while it was: whether the anchor has it is unknown.
        case sending
        /// The anchor has it.
        case begun

        /// Whether the anchor has never seen it.
        package var isLocal: Bool {
            switch self {
            case .customer, .fee, .summary: true
            case .sending, .begun: false
            }
        }
    }

    /// The journal's number; 0 before it is saved.
    package var number: Int64 = 0
    package let network: Network
    package let homeDomain: String
    /// The account, and the memo that identifies a user of a shared account.
    package let account: MuxedAccount
    package let memo: String?
    package let kind: TransferKind
    package var `protocol`: TransferProtocol
    /// `CODE:ISSUER` or `native`; a code alone when the issuer was not known for certain.
    package var asset: String
    package var amount: String?
    package var method: String?
    package var otherAsset: String?
    package var quoteID: String?
    /// The memo of the anchor's own payment, as on the command line.
    package var paymentMemo: String?
    package var takesClaimableBalances = false
    /// The names of additional fields, comma-separated; their values are not stored.
    package var fields: String?
    package var step: Step = .customer
    /// The anchor's id of it, once begun; also nil when the anchor assigned none.
    package var transferID: String?
    /// The anchor's status at the last query.
    package var status: TransferStatus?
    package var created: Int64 = 0
    package var changed: Int64 = 0

    package init(
        network: Network, homeDomain: String, account: MuxedAccount, memo: String?, kind: TransferKind,
        protocol: TransferProtocol, asset: String
    ) {
        self.network = network
        self.homeDomain = homeDomain
        self.account = account
        self.memo = memo
        self.kind = kind
        self.protocol = `protocol`
        self.asset = asset
    }
}

/// `RecordedTransfer` in the table `transfer`.
enum TransferRow {
    static func insert(_ db: Database, _ transfer: RecordedTransfer) throws {
        try db.execute(
            sql: """
                INSERT INTO transfer (network_passphrase, home_domain, account, memo, kind, protocol, asset, amount, method, other_asset,
                    quote_id, payment_memo, claimable, fields, step, transfer_id, status, created, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                transfer.network, transfer.homeDomain, transfer.account, transfer.memo, transfer.kind,
                transfer.protocol, transfer.asset, transfer.amount, transfer.method, transfer.otherAsset,
                transfer.quoteID, transfer.paymentMemo, transfer.takesClaimableBalances, transfer.fields,
                transfer.step, transfer.transferID, transfer.status, transfer.created, transfer.changed,
            ])
    }

    /// Updates the fields that change over time; the parties, the direction and the asset do not.
    static func update(_ db: Database, _ transfer: RecordedTransfer) throws {
        try db.execute(
            sql: """
                UPDATE transfer SET amount = ?, quote_id = ?, fields = ?, step = ?, transfer_id = ?, status = ?, changed = ? WHERE number = ?
                """,
            arguments: [
                transfer.amount, transfer.quoteID, transfer.fields, transfer.step, transfer.transferID,
                transfer.status, transfer.changed, transfer.number,
            ])
    }

    static func delete(_ db: Database, number: Int64) throws {
        try db.execute(sql: "DELETE FROM transfer WHERE number = ?", arguments: [number])
    }

    static func fetch(_ db: Database, number: Int64) throws -> RecordedTransfer? {
        try Row.fetchOne(db, sql: "SELECT * FROM transfer WHERE number = ?", arguments: [number]).map(decode)
    }

    static func fetch(
        _ db: Database, network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws -> RecordedTransfer? {
        let sql = """
            SELECT * FROM transfer WHERE network_passphrase = ? AND home_domain = ? AND transfer_id = ?
            ORDER BY kind IS ? DESC, number DESC LIMIT 1
            """
        return try Row.fetchOne(db, sql: sql, arguments: [network, homeDomain, id, kind?.rawValue]).map(decode)
    }

    static func fetch(_ db: Database, id: String) throws -> [RecordedTransfer] {
        let sql = "SELECT * FROM transfer WHERE transfer_id = ? ORDER BY number DESC"
        return try Row.fetchAll(db, sql: sql, arguments: [id]).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [RecordedTransfer] {
        try Row.fetchAll(db, sql: "SELECT * FROM transfer ORDER BY number DESC LIMIT ?", arguments: [limit]).map(decode)
    }

    private static func decode(_ row: Row) throws -> RecordedTransfer {
        let row = RowReader(row, of: "transfer")
        var transfer = try RecordedTransfer(
            network: row.value("network_passphrase"), homeDomain: row.value("home_domain"),
            account: row.value("account"), memo: row.value("memo"), kind: row.value("kind"),
            protocol: row.value("protocol"), asset: row.value("asset"))
        transfer.number = try row.value("number")
        transfer.amount = try row.value("amount")
        transfer.method = try row.value("method")
        transfer.otherAsset = try row.value("other_asset")
        transfer.quoteID = try row.value("quote_id")
        transfer.paymentMemo = try row.value("payment_memo")
        transfer.takesClaimableBalances = try row.value("claimable")
        transfer.fields = try row.value("fields")
        transfer.step = try row.value("step")
        transfer.transferID = try row.value("transfer_id")
        transfer.status = try row.value("status")
        transfer.created = try row.value("created")
        transfer.changed = try row.value("changed")
        return transfer
    }
}
