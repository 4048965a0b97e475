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

    /// - Parameter option: the option that names the account, used as a prefix of errors.
    package mutating func find(_ text: String, _ option: String) throws(Failure) -> FoundAccount {
        if let found = known[text] { return found }
        let found = try search(text, option)
        // Addresses are not cached, because a batch has very many.
        if found.origin != .address { known[text] = found }
        return found
    }

    /// The accounts of several texts, each once, in the order of the texts.
    package mutating func distinct(_ texts: [String], _ option: String) throws(Failure) -> [AccountID] {
        var found: [AccountID] = []
        for text in texts {
            let account = try find(text, option).account.account
            if !found.contains(account) { found.append(account) }
        }
        return found
    }

    private mutating func search(_ text: String, _ option: String) throws(Failure) -> FoundAccount {
        if FederationName.isMeant(by: text) { return try resolve(text, option) }
        let fault: StrKeyError
        do { return FoundAccount(try MuxedAccount(address: text), text, .address) } catch { fault = error }
        guard ContactName.isOne(text) else { throw Failure(.badInput, "\(option): \(fault.message)") }
        let contacts = try book()
        guard let contact = try contacts?.contact(named: text) else {
            let names = try contacts?.all().map(\.name) ?? []
            throw Failure(
                .badInput, "\(option): no contact is called \(TerminalText.escape(text)), and it is \(fault.message)",
                hint: Suggestion.hint(for: text, among: names, "coldstar-build contacts list shows the contacts"))
        }
        return FoundAccount(contact.account, contact.name, .contact, memo: contact.memo)
    }

    private mutating func resolve(_ text: String, _ option: String) throws(Failure) -> FoundAccount {
        guard !context.isOffline else {
            throw Failure(.usage, "\(option): a federation name needs the network, and cannot be used offline")
        }
        let federation = if let federation { federation } else { try context.federation() }
        self.federation = federation
        do {
            let record = try federation.resolve(try FederationName(text))
            return FoundAccount(record.account, text, .federation, memo: record.memo)
        } catch {
            throw Failure(error, option)
        }
    }

    /// The contacts; nil when there is no journal.
    private mutating func book() throws(Failure) -> Contacts? {
        if let contacts { return contacts }
        contacts = try context.existingJournal().map { Contacts($0) }
        return contacts
    }
}
