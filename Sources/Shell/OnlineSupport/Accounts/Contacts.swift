// SPDX-License-Identifier: Apache-2.0

package import CLISupport
package import Journal
import Stellar
package import StellarXDR

/// The contacts of this home.
package struct Contacts: Sendable {
    private let book: any ContactBook

    package init(_ book: any ContactBook) { self.book = book }

    package init(_ home: HomeOptions) throws(Failure) { self.init(try OnlineJournal.open(home).store) }

    /// All contacts of a home, by name; where there is no journal there are none, and none is made.
    package static func all(_ home: HomeOptions) throws(Failure) -> [Contact] {
        guard let journal = try OnlineJournal.existing(home) else { return [] }
        return try Contacts(journal).all()
    }

    /// All of them, by name.
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

    /// Keeps all of them or none.
    package func keep(_ contacts: [Contact], replacing: Bool) throws(Failure) {
        do { try book.keep(contacts.map(\.record), replacing: replacing) } catch { throw Failure(error) }
    }

    /// - Returns: whether there was one.
    package func remove(named name: String) throws(Failure) -> Bool {
        do { return try book.removeContact(named: name) } catch { throw Failure(error) }
    }

    /// The names of accounts; where one has several, as at an exchange, all of them: only memo or id tell which is meant.
    package func names() throws(Failure) -> [AccountID: String] { Self.names(of: try all()) }

    package static func names(of contacts: [Contact]) -> [AccountID: String] {
        Dictionary(grouping: contacts) { $0.account.account }
            .mapValues { $0.map(\.name).joined(separator: " or ") }
    }
}
