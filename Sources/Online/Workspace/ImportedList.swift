// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Stellar
import StellarXDR

/// What a file for import has: contacts, and the user's own addresses on other chains if a signer wrote it.
package struct ImportedList: Hashable, Sendable {
    package let contacts: [Contact]
    /// Addresses on other chains than Stellar; nil for a file that cannot have any.
    package let addresses: [ChainAccounts.Account]?

    /// Reads a file of any kind: what export writes, a table, the codes of such a list, or what a signing device shows of its accounts.
    ///
    /// - Parameter name: the name for a signing device's account.
    package init(_ bytes: [UInt8], name: String?, origin: String) throws(Failure) {
        guard let found = try Self.accounts(bytes, origin) else {
            contacts = try ContactList.contacts(in: bytes, name: name, origin: origin)
            addresses = nil
            return
        }
        guard name == nil || found.accounts.count == 1 else {
            throw Failure(.usage, "\(field: .name) goes with one account, and here are \(found.accounts.count)")
        }
        let named = found.accounts.map {
            ChainAccounts.Account(name: name ?? $0.name, identity: $0.identity, path: $0.path)
        }
        var contacts: [Contact] = []
        for account in named {
            guard let key = account.identity.account else { continue }
            let note = account.path.map { "key \($0)" }
            contacts.append(try Contact(name: account.name, account: MuxedAccount(key), memo: .none, note: note))
        }
        self.contacts = contacts
        addresses = named.filter { $0.identity.address != nil }
    }

    /// The accounts in the signer's own document; nil for another file.
    private static func accounts(_ bytes: [UInt8], _ origin: String) throws(Failure) -> ChainAccounts? {
        let document: [UInt8]
        do { document = try ListResource.document(bytes) ?? bytes } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        guard document.count <= ChainAccounts.limit, let fields = try? JSON(parsing: document, maximumDepth: 8),
            fields["format"]?.asString == ChainAccounts.format
        else { return nil }
        do { return try ChainAccounts(parsing: document) } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
    }

    /// Members for a report.
    package var document: JSON {
        guard let addresses else { return ["contacts": .integer(contacts.count)] }
        return ["contacts": .integer(contacts.count), "addresses": .integer(addresses.count)]
    }

    /// A line for the user.
    package var text: String {
        let taken = "\(contacts.count) contact\(contacts.count == 1 ? "" : "s")"
        guard let addresses, !addresses.isEmpty else { return taken + " taken" }
        return taken + " and \(addresses.count) address\(addresses.count == 1 ? "" : "es") of other chains taken"
    }
}
