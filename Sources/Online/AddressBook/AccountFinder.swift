// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
package import Faults
import Journal
import Stellar
package import StellarXDR
import TextCodec

/// A resolver of accounts from user input: an address, a contact's name, or a federation name. Each name is looked up once.
package struct AccountFinder {
    private let context: OnlineContext
    private var contacts: Contacts?
    private var federation: Federation?
    private var known: [String: FoundAccount] = [:]

    package init(_ context: OnlineContext) { self.context = context }

    /// - Parameter field: the input that names the account, for errors.
    package mutating func find(_ text: String, _ field: FieldID) throws(Failure) -> FoundAccount {
        if let found = known[text] { return found }
        let found = try search(text, field)
        // Addresses are not cached, because a batch has very many.
        if found.origin != .address { known[text] = found }
        return found
    }

    /// The accounts of several texts, each once, in the order of the texts.
    package mutating func distinct(_ texts: [String], _ field: FieldID) throws(Failure) -> [AccountID] {
        var found: [AccountID] = []
        for text in texts {
            let account = try find(text, field).account.account
            if !found.contains(account) { found.append(account) }
        }
        return found
    }

    private mutating func search(_ text: String, _ field: FieldID) throws(Failure) -> FoundAccount {
        if FederationName.isMeant(by: text) { return try resolve(text, field) }
        let fault: StrKeyError
        do { return FoundAccount(try MuxedAccount(address: text), text, .address) } catch { fault = error }
        guard ContactName.isOne(text) else { throw Failure(.badInput, field, "\(fault.message)") }
        let contacts = try book()
        guard let contact = try contacts?.contact(named: text) else {
            let names = try contacts?.all().map(\.name) ?? []
            throw Failure(
                .badInput, field, "no contact is called \(TerminalText.escape(text)), and it is \(fault.message)",
                hint: .suggestion(for: text, among: names, "to see the contacts: \(step: .build(.listContacts))"))
        }
        return FoundAccount(contact.account, contact.name, .contact, memo: contact.memo)
    }

    private mutating func resolve(_ text: String, _ field: FieldID) throws(Failure) -> FoundAccount {
        guard !context.isOffline else {
            throw Failure(.usage, field, "a federation name needs the network, and cannot be used offline")
        }
        let federation = if let federation { federation } else { try context.federation() }
        self.federation = federation
        do {
            let record = try federation.resolve(try FederationName(text))
            return FoundAccount(record.account, text, .federation, memo: record.memo)
        } catch {
            throw Failure(error, field)
        }
    }

    /// The contacts; nil when there is no journal.
    private mutating func book() throws(Failure) -> Contacts? {
        if let contacts { return contacts }
        contacts = try context.existingJournal().map { Contacts($0) }
        return contacts
    }
}
