// SPDX-License-Identifier: Apache-2.0

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
