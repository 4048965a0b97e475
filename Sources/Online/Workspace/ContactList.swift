// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Stellar
import StellarXDR

/// The contact file for import and export: a JSON document or a table.
package enum ContactList {
    private static let format = "coldstar-contacts"
    private static let version = 1
    private static let columns = ["name", "account", "memo_type", "memo", "note"]
    /// The largest file that is read, in bytes.
    package static let fileLimit = 64 << 20
    /// The maximum number of contacts in a file.
    private static let limit = 100_000

    /// Parses a file: JSON, which begins with a brace, or a table with a header. Reports all errors at once.
    package static func read(_ bytes: [UInt8], origin: String) throws(Failure) -> [Contact] {
        let blanks: [UInt8] = [0x20, 0x09, 0x0a, 0x0d]
        let isJSON = bytes.first { !blanks.contains($0) } == UInt8(ascii: "{")
        let (entries, count): ([Entry], Int)
        var diagnostics = InputDiagnostics(origin)
        if isJSON {
            entries = try fromJSON(bytes, origin)
            count = entries.count
        } else {
            let table = try CSVTable(
                bytes, origin: origin, columns: columns, required: ["name", "account"], limit: limit)
            (entries, count, diagnostics) = (filled(table), table.count, table.faults)
        }
        var contacts: [Contact] = []
        var names: Set<String> = []
        for (line, fields) in entries {
            guard let contact = try diagnostics.collect(line: line, { () throws(Failure) in try contact(fields) })
            else {
                continue
            }
            if names.insert(contact.name.lowercased()).inserted {
                contacts.append(contact)
            } else {
                diagnostics.add(line: line, "the name \(contact.name) is there twice")
            }
        }
        try diagnostics.raise(of: count, "contacts")
        return contacts
    }

    /// The contacts in a file of any kind: what export writes, a table, the codes of such a list, or a signing device's
    /// accounts.
    ///
    /// - Parameter name: the name for a signing device's account.
    package static func contacts(in bytes: [UInt8], name: String?, origin: String) throws(Failure) -> [Contact] {
        let document: [UInt8]
        do { document = try ListResource.document(bytes) ?? bytes } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        if let accounts = try accounts(document, name: name, origin: origin) { return accounts }
        guard name == nil else {
            throw Failure(
                .usage, "\(field: .name) goes with accounts of a signing device; the contacts here have names")
        }
        return try read(document, origin: origin)
    }

    private typealias Entry = (line: Int, fields: [String: String])

    private static func contact(_ fields: [String: String]) throws(Failure) -> Contact {
        guard let name = fields["name"], let account = fields["account"] else {
            throw Failure(.badInput, "a contact has a name and an account")
        }
        let memo: String?
        switch (fields["memo_type"], fields["memo"]) {
        case (nil, nil): memo = nil
        case (let type?, let value): memo = "\(type):\(value ?? "")"
        case (nil, _?): throw Failure(.badInput, "a memo needs its memo_type: text, id, hash or return")
        }
        return try Contact(name: name, account: account, memo: memo, note: fields["note"])
    }

    // MARK: JSON

    package static func json(_ contacts: [Contact]) -> JSON {
        ["format": .string(format), "version": .integer(version), "contacts": .array(contacts.map(\.json))]
    }

    /// Entries are counted from 1.
    private static func fromJSON(_ bytes: [UInt8], _ origin: String) throws(Failure) -> [Entry] {
        do throws(JSONError) {
            let document = try JSON(parsing: bytes)
            guard try document.string("format") == format, try document.integer("version") == version else {
                throw .wrongType(field: "format", expected: "\(format), version \(version)")
            }
            var entries: [Entry] = []
            for entry in try document.array("contacts") {
                var fields: [String: String] = [:]
                for key in entry.asObject?.keys ?? [] {
                    guard columns.contains(key) else { throw .wrongType(field: key, expected: "a field of a contact") }
                    fields[key] = try entry.optionalString(key)
                }
                entries.append((entries.count + 1, fields))
            }
            return entries
        } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
    }

    // MARK: text

    /// The contacts for people.
    package static func text(_ contacts: [Contact]) -> TextPart {
        .table(
            contacts.map { contact in
                let memo = contact.memo == .none ? "" : "  memo \(contact.memo.shown)"
                let note = contact.note.map { "  \(TerminalText.escape($0))" } ?? ""
                return [contact.name, "\(contact.address.address)\(memo)\(note)"]
            })
    }

    // MARK: tables

    package static func table(_ contacts: [Contact]) -> String {
        let rows = contacts.map { contact in
            CSV.line([
                contact.name, contact.address.address, contact.memo == .none ? "" : contact.memo.kind,
                contact.rawMemo ?? "", contact.note ?? "",
            ])
        }
        return ([CSV.line(columns)] + rows).joined(separator: "\n")
    }

    /// Empty cells are ignored, except the memo of a memo type.
    private static func filled(_ table: CSVTable) -> [Entry] {
        table.rows.map { row in
            let filled = columns.compactMap { column -> (String, String)? in
                table[column, row].flatMap { $0.isEmpty ? nil : (column, $0) }
            }
            return (row.line, Dictionary(uniqueKeysWithValues: filled))
        }
    }
}

extension ContactList {
    /// The accounts in a signing device's export, as contacts: Keystone's `crypto-multi-accounts` or LumenSigner's
    /// `address;...`; nil when the bytes begin with neither.
    ///
    /// - Parameter name: the name for an account without one; several accounts get a number appended.
    package static func accounts(_ bytes: [UInt8], name: String?, origin: String) throws(Failure) -> [Contact]? {
        let start = bytes.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }.prefix(8)
        let text = String(decoding: start, as: UTF8.self).lowercased()
        guard text.hasPrefix("ur:") || text.hasPrefix("address;") else { return nil }
        let input: HandoffInput
        do { input = try HandoffInput.recognise(bytes) } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        guard case .accounts(let found) = input.content else {
            throw Failure(
                .badInput, "\(origin): there are no accounts in this",
                hint: "to export an account: \(step: .sign(.showKeyAsQR))")
        }
        var contacts: [Contact] = []
        for (place, account) in found.accounts.enumerated() {
            guard let own = name.map({ found.accounts.count == 1 ? $0 : "\($0)-\(place)" }) ?? account.name else {
                throw Failure(
                    .badInput, "\(origin): the account has no name", hint: "give one: \(field: .name, "NAME")")
            }
            contacts.append(
                try Contact(
                    name: own, address: RecipientAddress(.account(account.key)), memo: .none,
                    note: Self.note(account, found.fingerprint)))
        }
        return contacts
    }

    /// The note with the key path and fingerprint that a request to the device must state.
    private static func note(_ account: WatchOnlyAccounts.Account, _ fingerprint: UInt32) -> String? {
        account.path.map { path in
            let digits = String(fingerprint, radix: 16)
            let padded = String(repeating: "0", count: 8 - digits.count) + digits
            return fingerprint == 0 ? "key \(path.text)" : "key \(path.text), fingerprint \(padded)"
        }
    }
}

/// What a file for import has: contacts, and the user's own addresses on other chains if a signer wrote it.
package struct ImportedList: Hashable, Sendable {
    package let contacts: [Contact]
    /// Addresses on other chains than Stellar; nil for a file that cannot have any.
    package let addresses: [ChainAccounts.Account]?

    /// Reads a file of any kind: what export writes, a table, the codes of such a list, or what a signing device shows
    /// of its accounts.
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
            contacts.append(
                try Contact(name: account.name, address: RecipientAddress(.account(key)), memo: .none, note: note))
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
