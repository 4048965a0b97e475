// SPDX-License-Identifier: Apache-2.0

/// The accounts that the user has given names. Names are told apart without regard to case; each call is one transaction.
package protocol ContactBook: Sendable {
    /// All contacts, by name.
    func contacts() throws(JournalError) -> [RecordedContact]

    func contact(named name: String) throws(JournalError) -> RecordedContact?

    /// Keeps contacts, all of them or none. Keeping the same one twice is no error.
    ///
    /// - Throws: `.contactExists` when one of the names belongs to another contact, unless `replacing`.
    func keep(_ contacts: [RecordedContact], replacing: Bool) throws(JournalError)

    /// - Returns: whether there was one.
    func removeContact(named name: String) throws(JournalError) -> Bool
}
