// SPDX-License-Identifier: Apache-2.0

package import Anchor
import CurlHTTP
package import Faults
import Journal
package import Shell
import Stellar
import StellarXDR
import TextCodec

/// A resolver of accounts from user input: an address, a contact's name, or a federation name. Each name is looked up once.
package struct AccountFinder {
    private let home: HomeOptions
    /// Nil when no network may be used.
    private let horizon: HorizonOptions?
    private var contacts: Contacts?
    private var federation: Federation?
    private var known: [String: FoundAccount] = [:]

    package init(home: HomeOptions, horizon: HorizonOptions?) {
        self.home = home
        self.horizon = horizon
    }

    /// - Parameter option: the option that names the account, used as a prefix of errors.
    package mutating func find(_ text: String, _ option: String) throws(Failure) -> FoundAccount {
        if let found = known[text] { return found }
        let found = try search(text, option)
        // Addresses are not cached, because a batch has very many.
        if found.origin != .address { known[text] = found }
        return found
    }

    private mutating func search(_ text: String, _ option: String) throws(Failure) -> FoundAccount {
        if FederationName.isMeant(by: text) { return try resolve(text, option) }
        let fault: StrKeyError
        do { return FoundAccount(try MuxedAccount(address: text), text, .address) } catch { fault = error }
        guard ContactName.isOne(text) else { throw Failure(.badInput, "\(option): \(fault.message)") }
        guard let contact = try book().contact(named: text) else {
            let names = try book().all().map(\.name)
            throw Failure(
                .badInput, "\(option): no contact is called \(TerminalText.escape(text)), and it is \(fault.message)",
                hint: Suggestion.hint(for: text, among: names, "coldstar-build contacts list shows the contacts"))
        }
        return FoundAccount(contact.account, contact.name, .contact, memo: contact.memo)
    }

    private mutating func resolve(_ text: String, _ option: String) throws(Failure) -> FoundAccount {
        guard let horizon else {
            throw Failure(.usage, "\(option): a federation name needs the network, and cannot be used offline")
        }
        let federation = if let federation { federation } else { try horizon.federation() }
        self.federation = federation
        do {
            let record = try federation.resolve(try FederationName(text))
            return FoundAccount(record.account, text, .federation, memo: record.memo)
        } catch {
            throw Failure(error, option)
        }
    }

    private mutating func book() throws(Failure) -> Contacts {
        if let contacts { return contacts }
        let opened = try Contacts(home)
        contacts = opened
        return opened
    }
}

extension HorizonOptions {
    package func federation() throws(Failure) -> Federation {
        Federation(transport: try transport(), allowsLoopback: httpLoopback)
    }
}
