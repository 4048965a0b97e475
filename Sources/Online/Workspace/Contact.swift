// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Journal
package import Stellar
package import StellarXDR

/// An account or a contract that the user has named.
package struct Contact: Hashable, Sendable {
    package let name: String
    package let address: RecipientAddress
    /// The memo that payments to it require; `.none` if none, as always for a contract.
    package let memo: Memo
    package let note: String?

    /// The longest note, in bytes.
    private static let noteLimit = 200

    package init(name: String, address: RecipientAddress, memo: Memo, note: String?) throws(Failure) {
        guard ContactName.isOne(name) else {
            throw Failure(
                .badInput, "\(TerminalText.escape(name)) is not a contact name: a name has \(ContactName.rule)")
        }
        if memo != .none {
            switch address.holder {
            case .account:
                guard address.id == nil else {
                    throw Failure(
                        .badInput, "\(name): an M... address says whom a payment is for, and needs no memo besides")
                }
            case .contract:
                throw Failure(
                    .badInput, "\(name): a call of a contract cannot have a memo",
                    hint: "a contract that tells its users apart by ids has W... addresses")
            }
        }
        if case .text(let text) = memo, text.bytes.contains(0) {
            throw Failure(.badInput, "\(name): a memo with a zero byte cannot be kept")
        }
        if let note, note.utf8.count > Self.noteLimit || note.utf8.contains(0) {
            throw Failure(.badInput, "\(name): a note has at most \(Self.noteLimit) bytes, none of them zero")
        }
        self.name = name
        self.address = address
        self.memo = memo
        self.note = note
    }

    /// The account; nil for a contract.
    package var account: MuxedAccount? { address.account }

    /// A contact of a table or of the journal.
    ///
    /// - Parameter memo: `KIND:VALUE`; nil for none.
    package init(name: String, account: String, memo: String?, note: String?) throws(Failure) {
        let wanted: Memo? = try FieldID.words("memo").optionalValue(of: memo)
        try self.init(
            name: name, address: try FieldID.words("account").value(of: account), memo: wanted ?? .none, note: note)
    }

    // MARK: the journal's form

    init(_ record: RecordedContact) throws(Failure) {
        let memo = record.memoType.map { "\($0):\(record.memo ?? "")" }
        try self.init(name: record.name, account: record.account, memo: memo, note: record.note)
    }

    var record: RecordedContact {
        RecordedContact(
            name: name, account: address.address, memoType: memo == .none ? nil : memo.kind, memo: rawMemo, note: note)
    }

    /// The memo's value, unescaped, because a text memo was entered as text.
    package var rawMemo: String? {
        if case .text(let text) = memo { String(decoding: text.bytes, as: UTF8.self) } else { memo.value }
    }

    /// The prefix of the note of an account imported from a signing device.
    package static let deviceNote = "key m/44'/148'/"

    /// Whether it was imported from a signing device, and so is the user's own account.
    package var isOfDevice: Bool { note?.hasPrefix(Self.deviceNote) ?? false }

    package var json: JSON {
        var members: [(String, JSON)] = [("name", .string(name)), ("account", .string(address.address))]
        if let rawMemo { members += [("memo_type", .string(memo.kind)), ("memo", .string(rawMemo))] }
        if let note { members.append(("note", .string(note))) }
        return .object(JSONObject(members))
    }
}

/// A contact as a user describes it.
package struct NewContact: Hashable, Sendable {
    private let name: String
    private let account: RecipientReference
    private let memo: Memo?
    private let note: String?

    /// - Parameters:
    ///   - account: a federation name is looked up now and not again.
    ///   - memo: the memo that payments to it need.
    package init(name: String, account: RecipientReference, memo: Memo? = nil, note: String? = nil) {
        self.name = name
        self.account = account
        self.memo = memo
        self.note = note
    }

    /// The contact, with the memo that a federation server requires.
    package func contact(in context: OnlineContext) throws(Failure) -> Contact {
        var finder = AccountFinder(context)
        let field = FieldID.words("the account")
        switch try finder.recipient(account, field) {
        case .account(let found):
            return try Contact(
                name: name, address: RecipientAddress(found.account),
                memo: try found.memo(beside: memo ?? .none, field), note: note)
        case .contract(let contract, _):
            return try Contact(name: name, address: contract, memo: memo ?? .none, note: note)
        }
    }
}

/// The contacts in a journal.
package struct Contacts: Sendable {
    private let book: any ContactBook

    package init(_ book: any ContactBook) { self.book = book }

    /// All contacts, by name.
    package func all() throws(Failure) -> [Contact] {
        let records: [RecordedContact]
        do { records = try book.contacts() } catch { throw Failure(error) }
        return try records.map { record throws(Failure) in try Contact(record) }
    }

    /// All contacts of a journal, by name.
    ///
    /// - Parameter journal: nil when there is none.
    package static func all(in journal: (any OnlineJournal)?) throws(Failure) -> [Contact] {
        try journal.map { journal throws(Failure) in try Contacts(journal).all() } ?? []
    }

    package func contact(named name: String) throws(Failure) -> Contact? {
        let record: RecordedContact?
        do { record = try book.contact(named: name) } catch { throw Failure(error) }
        return try record.map { record throws(Failure) in try Contact(record) }
    }

    /// Saves all contacts or none.
    package func keep(_ contacts: [Contact], replacing: Bool) throws(Failure) {
        do { try book.keep(contacts.map(\.record), replacing: replacing) } catch { throw Failure(error) }
    }

    /// Removes a contact.
    ///
    /// - Throws: `.badInput` when no contact has the name.
    package func remove(named name: String) throws(Failure) {
        let isRemoved: Bool
        do { isRemoved = try book.removeContact(named: name) } catch { throw Failure(error) }
        guard !isRemoved else { return }
        throw Failure(
            .badInput, "no contact is called \(TerminalText.escape(name))",
            hint: .suggestion(for: name, among: try all().map(\.name)))
    }

    /// The names of accounts; an account with several, as at an exchange, has all of them, because only the memo or id
    /// tells them apart.
    package static func names(of contacts: [Contact]) -> [AccountID: String] {
        var names: [AccountID: String] = [:]
        for contact in contacts {
            guard let account = contact.account?.account else { continue }
            names[account] = names[account].map { "\($0) or \(contact.name)" } ?? contact.name
        }
        return names
    }
}
