// SPDX-License-Identifier: Apache-2.0

package import Codec
import Review
package import Stellar
import StellarXDR
import Vault

extension VaultContext {
    /// The sheet of addresses: those of the keys, and those of the book.
    ///
    /// - Parameters:
    ///   - names: of keys and contacts, or accounts that the book knows; empty for all.
    ///   - time: when the sheet was made.
    /// - Throws: `.noInput` for a vault without addresses, and for a name that it does not have.
    package func addressSheet(of names: [String], at time: Timestamp) throws(Failure) -> Sheet {
        var wanted = AddressNames(names)
        let keys = try Self.keys(try vault.keys(), &wanted)
        let contacts = contacts(&wanted)
        let accounts = accounts(&wanted)
        try wanted.finish()
        guard !(keys + contacts + accounts).isEmpty else {
            throw Failure(
                .noInput, "there is no address in this vault",
                hint: "use \(step: .sign(.newKey)) or \(step: .sign(.addContact))")
        }
        var parts: [Sheet.Part] = [
            .fact("this sheet", "\(time.utc)")
        ]
        if let list = state.book, !contacts.isEmpty || !accounts.isEmpty {
            parts.append(.fact("book", "number \(list.counter) of \(list.time.utc), by the key \(list.owner.text)"))
        }
        parts += [
            .text(
                "Compare an address with this sheet as a whole, group by group. No PIN was given for it: compare it once with what the signer shows when it signs."
            )
        ]
        if !keys.isEmpty { parts += [.heading("Keys of this vault")] + keys }
        if !contacts.isEmpty { parts += [.heading("Contacts of the book")] + contacts }
        if !accounts.isEmpty { parts += [.heading("Accounts of the book that keys here sign for")] + accounts }
        return Sheet("Addresses", parts)
    }

    /// - Throws: the error of a key whose file cannot be read: a sheet without it would look complete.
    private static func keys(_ keys: [ListedKey], _ wanted: inout AddressNames) throws(Failure) -> [Sheet.Part] {
        var parts: [Sheet.Part] = []
        for listed in keys where wanted.take(listed.name.text) {
            let key: KeyInfo
            do { key = try listed.info.get() } catch { throw Failure(error) }
            parts.append(
                .address(
                    name: key.name.text, key.identity.text,
                    notes: key.address == nil ? [] : ["\(key.chain.title) address"]))
        }
        return parts
    }

    private func contacts(_ wanted: inout AddressNames) -> [Sheet.Part] {
        var parts: [Sheet.Part] = []
        for contact in book.contacts where wanted.take(contact.name) {
            let notes = [BookText.memo(of: contact)].compactMap(\.self)
            let name = TerminalText.escape(contact.name)
            if contact.ids.isEmpty {
                parts.append(.address(name: name, contact.holder.strKey.text, notes: notes))
            }
            for id in contact.ids.sorted() {
                let address = RecipientAddress(contact.holder, id: id).address
                parts.append(.address(name: name, address, notes: ["with the id \(id)"] + notes))
            }
        }
        return parts
    }

    private func accounts(_ wanted: inout AddressNames) -> [Sheet.Part] {
        var parts: [Sheet.Part] = []
        for known in book.accounts {
            let address = known.account.address
            let names = book.names(of: .ed25519(known.account.key))
            // Not one after the other: each name that was asked for is found.
            let found = ([address] + names).map { wanted.take($0) }
            guard found.contains(true) else { continue }
            let name = names.isEmpty ? "account" : names.map(TerminalText.escape).joined(separator: ", ")
            let signers = known.signers.count
            parts.append(
                .address(
                    name: name, address,
                    notes: [signers == 1 ? "1 other signer" : "\(signers) other signers"]))
        }
        return parts
    }
}

/// The names that a user asked for, and which of them were found.
private struct AddressNames {
    private let names: Set<String>
    private let order: [String]
    private var found: Set<String> = []

    init(_ names: [String]) {
        self.names = Set(names)
        order = names
    }

    /// Whether the name was asked for.
    mutating func take(_ name: String) -> Bool {
        if names.isEmpty { return true }
        guard names.contains(name) else { return false }
        found.insert(name)
        return true
    }

    func finish() throws(Failure) {
        guard let missing = order.first(where: { !found.contains($0) }) else { return }
        try SecretInPlaceOfName.check(missing, "the name of the address")
        throw Failure(.noInput, "neither a key nor a contact has the name \(TerminalText.escape(missing))")
    }
}
