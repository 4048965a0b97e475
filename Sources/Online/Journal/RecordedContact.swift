// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The user's named accounts. Names are case-insensitive; each call is one transaction.
package protocol ContactBook: Sendable {
    /// All contacts, ordered by name.
    func contacts() throws(JournalError) -> [RecordedContact]

    func contact(named name: String) throws(JournalError) -> RecordedContact?

    /// Saves contacts, all or none. Saving an identical contact again is not an error.
    ///
    /// - Throws: `.contactExists` when another contact has one of the names, unless `replacing`.
    func keep(_ contacts: [RecordedContact], replacing: Bool) throws(JournalError)

    /// Removes a contact.
    ///
    /// - Returns: whether it existed.
    func removeContact(named name: String) throws(JournalError) -> Bool
}

/// An account that the user has named.
package struct RecordedContact: Hashable, Sendable {
    package var name: String
    /// The address, `G…` or `M…`.
    package var account: String
    /// The memo that payments to the account need, if any: its type, `text`, `id`, `hash` or `return`, and its value.
    package var memoType: String?
    package var memo: String?
    package var note: String?

    package init(name: String, account: String, memoType: String? = nil, memo: String? = nil, note: String? = nil) {
        self.name = name
        self.account = account
        self.memoType = memoType
        self.memo = memo
        self.note = note
    }
}

/// `RecordedContact` in the table `contact`.
enum ContactRow {
    static func all(_ db: Database) throws -> [RecordedContact] {
        try Row.fetchAll(db, sql: "SELECT * FROM contact ORDER BY name").map(decode)
    }

    static func fetch(_ db: Database, name: String) throws -> RecordedContact? {
        try Row.fetchOne(db, sql: "SELECT * FROM contact WHERE name = ?", arguments: [name]).map(decode)
    }

    static func put(_ db: Database, _ contact: RecordedContact) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO contact (name, account, memo_type, memo, note) VALUES (?, ?, ?, ?, ?)",
            arguments: [contact.name, contact.account, contact.memoType, contact.memo, contact.note])
    }

    static func remove(_ db: Database, name: String) throws -> Bool {
        try db.execute(sql: "DELETE FROM contact WHERE name = ?", arguments: [name])
        return db.changesCount > 0
    }

    private static func decode(_ row: Row) throws -> RecordedContact {
        let row = RowReader(row, of: "contact")
        return try RecordedContact(
            name: row.value("name"), account: row.value("account"), memoType: row.value("memo_type"),
            memo: row.value("memo"), note: row.value("note"))
    }
}
