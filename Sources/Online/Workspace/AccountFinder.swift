// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import HTTP
import Journal
import Stellar
package import StellarXDR

/// Finds accounts by what users call them. Each name is looked up once.
package struct AccountFinder {
    private let context: OnlineContext
    private var contacts: Contacts?
    private var federation: Federation?
    private var known: [AccountReference: FoundAccount] = [:]

    package init(_ context: OnlineContext) { self.context = context }

    /// - Parameter field: the input that names the account, for errors.
    package mutating func find(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> FoundAccount {
        switch reference {
        // Addresses are not cached, because a batch has very many.
        case .address(let account): return FoundAccount(account, account.address, .address)
        case .contact(let name):
            return try cached(reference) { finder throws(Failure) in try finder.contact(name, field) }
        case .federation(let name, let written):
            return try cached(reference) { finder throws(Failure) in try finder.resolve(name, written, field) }
        }
    }

    /// The accounts of several references, each once, in their order.
    package mutating func distinct(_ references: [AccountReference], _ field: FieldID) throws(Failure) -> [AccountID] {
        var found: [AccountID] = []
        for reference in references {
            let account = try find(reference, field).account.account
            if !found.contains(account) { found.append(account) }
        }
        return found
    }

    private mutating func cached(
        _ reference: AccountReference, _ search: (inout AccountFinder) throws(Failure) -> FoundAccount
    ) throws(Failure) -> FoundAccount {
        if let found = known[reference] { return found }
        let found = try search(&self)
        known[reference] = found
        return found
    }

    private mutating func contact(_ name: String, _ field: FieldID) throws(Failure) -> FoundAccount {
        let contacts = try book()
        if let contact = try contacts?.contact(named: name) {
            return FoundAccount(contact.account, contact.name, .contact, memo: contact.memo)
        }
        let names = try contacts?.all().map(\.name) ?? []
        // It may be a mistyped address, whose error is more specific.
        do { return FoundAccount(try MuxedAccount(address: name), name, .address) } catch {
            throw Failure(
                .badInput, field, "no contact is called \(TerminalText.escape(name)), and it is \(error.message)",
                hint: .suggestion(for: name, among: names, "to see the contacts: \(step: .build(.listContacts))"))
        }
    }

    private mutating func resolve(
        _ name: FederationName, _ written: String, _ field: FieldID
    ) throws(Failure) -> FoundAccount {
        guard !context.isOffline else {
            throw Failure(.usage, field, "a federation name needs the network, and cannot be used offline")
        }
        let federation = if let federation { federation } else { try context.federation() }
        self.federation = federation
        do {
            let record = try federation.resolve(name)
            return FoundAccount(record.account, written, .federation, memo: record.memo)
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
