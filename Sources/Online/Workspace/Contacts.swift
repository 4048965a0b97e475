// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
import Stellar
package import StellarXDR

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

    /// The names of contacts by account; an account with several, as at an exchange, has all of them, because only the memo or id tells them apart.
    package static func names(of contacts: [Contact]) -> [AccountID: String] {
        Dictionary(grouping: contacts) { $0.account.account }
            .mapValues { $0.map(\.name).joined(separator: " or ") }
    }
}
