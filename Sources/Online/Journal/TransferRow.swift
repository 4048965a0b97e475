// SPDX-License-Identifier: Apache-2.0

import GRDB

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
                transfer.networkPassphrase, transfer.homeDomain, transfer.account, transfer.memo, transfer.kind,
                transfer.protocol, transfer.asset, transfer.amount, transfer.method, transfer.otherAsset,
                transfer.quoteID, transfer.paymentMemo, transfer.takesClaimableBalances, transfer.fields,
                transfer.step.rawValue, transfer.transferID, transfer.status, transfer.created, transfer.changed,
            ])
    }

    /// Updates the fields that change over time; the parties, the direction and the asset do not.
    static func update(_ db: Database, _ transfer: RecordedTransfer) throws {
        try db.execute(
            sql: """
                UPDATE transfer SET amount = ?, quote_id = ?, fields = ?, step = ?, transfer_id = ?, status = ?, changed = ? WHERE number = ?
                """,
            arguments: [
                transfer.amount, transfer.quoteID, transfer.fields, transfer.step.rawValue, transfer.transferID,
                transfer.status,
                transfer.changed, transfer.number,
            ])
    }

    static func fetch(_ db: Database, number: Int64) throws -> RecordedTransfer? {
        try Row.fetchOne(db, sql: "SELECT * FROM transfer WHERE number = ?", arguments: [number]).map(decode)
    }

    static func fetch(_ db: Database, network: String, homeDomain: String, id: String) throws -> RecordedTransfer? {
        let sql = """
            SELECT * FROM transfer WHERE network_passphrase = ? AND home_domain = ? AND transfer_id = ?
            ORDER BY number DESC LIMIT 1
            """
        return try Row.fetchOne(db, sql: sql, arguments: [network, homeDomain, id]).map(decode)
    }

    static func fetch(_ db: Database, id: String) throws -> [RecordedTransfer] {
        let sql = "SELECT * FROM transfer WHERE transfer_id = ? ORDER BY number DESC"
        return try Row.fetchAll(db, sql: sql, arguments: [id]).map(decode)
    }

    static func latest(_ db: Database, limit: Int) throws -> [RecordedTransfer] {
        try Row.fetchAll(db, sql: "SELECT * FROM transfer ORDER BY number DESC LIMIT ?", arguments: [limit]).map(decode)
    }

    private static func decode(_ row: Row) throws -> RecordedTransfer {
        var transfer = try RecordedTransfer(
            networkPassphrase: row.decode(forColumn: "network_passphrase"),
            homeDomain: row.decode(forColumn: "home_domain"), account: row.decode(forColumn: "account"),
            memo: row.decode(forColumn: "memo"), kind: row.decode(forColumn: "kind"),
            protocol: row.decode(forColumn: "protocol"), asset: row.decode(forColumn: "asset"))
        guard let step = RecordedTransfer.Step(rawValue: try row.decode(forColumn: "step")) else {
            throw JournalError.badValue("a step of a transfer that there is not")
        }
        transfer.step = step
        transfer.number = try row.decode(forColumn: "number")
        transfer.amount = try row.decode(forColumn: "amount")
        transfer.method = try row.decode(forColumn: "method")
        transfer.otherAsset = try row.decode(forColumn: "other_asset")
        transfer.quoteID = try row.decode(forColumn: "quote_id")
        transfer.paymentMemo = try row.decode(forColumn: "payment_memo")
        transfer.takesClaimableBalances = try row.decode(forColumn: "claimable")
        transfer.fields = try row.decode(forColumn: "fields")
        transfer.transferID = try row.decode(forColumn: "transfer_id")
        transfer.status = try row.decode(forColumn: "status")
        transfer.created = try row.decode(forColumn: "created")
        transfer.changed = try row.decode(forColumn: "changed")
        return transfer
    }
}
