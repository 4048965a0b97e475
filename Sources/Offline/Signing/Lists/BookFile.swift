// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Review
import Stellar
import StellarXDR
import Vault

/// A book from another machine: a signed list, contacts exported by the builder, or exported pins.
package struct BookFile: Sendable {
    package let book: Book
    /// The origin and signer, to show above the changes.
    package let origin: String

    /// - Parameter name: where the bytes came from, escaped.
    /// - Throws: `.badInput` for anything else, and for names that differ only in case.
    package init(_ bytes: [UInt8], origin name: String) throws(Failure) {
        (book, origin) = try Self.parsed(bytes, name)
        if let same = book.contactsOfOneName.first {
            let names = same.map(\.name).joined(separator: " and ")
            throw Failure(
                .badInput, "\(name): the names \(names) differ only in case, and are one name",
                hint: "rename or remove one of them where the file comes from")
        }
    }

    private static func parsed(_ given: [UInt8], _ origin: String) throws(Failure) -> (Book, origin: String) {
        if ByteOrderMark.begins(given) { throw Failure(.badInput, "\(origin): \(ByteOrderMark.message)") }
        let bytes: [UInt8]
        do { bytes = try ListResource.document(given) ?? given } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        // A signed list is a line of JSON followed by its signature; contacts are one JSON document.
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let document = (try? JSON(parsing: bytes)) ?? (try? JSON(parsing: Array(line))),
            let format = document["format"]?.asString
        else {
            throw Failure(
                .badInput,
                "\(origin) is not a signed list, exported contracts, or contacts as the online machine exports them in JSON",
                hint: "for a table: \(step: .build(.importContacts)), then \(step: .build(.exportContacts))")
        }
        if format == "coldstar-contacts" {
            do {
                return (
                    Book(contacts: try document.array("contacts").map(contact)),
                    "Contacts of the online side, unsigned: compare each address."
                )
            } catch {
                throw Failure(.badInput, "\(origin): \(error.message)")
            }
        }
        if format == ContractPin.format {
            do { return (try Self.pins(document), "Exported contracts, unsigned: compare each hash.") } catch {
                throw Failure(.badInput, "\(origin): \(error.message)")
            }
        }
        do {
            let list = try SignedList(parsing: bytes, kind: .book, file: origin)
            return (
                try Book(list.content),
                "A list signed with key \(list.owner.text), list key \(Hex.encode(list.listKey)), at \(list.time.utc)."
            )
        } catch let error as StateError {
            throw Failure(.badInput, Wording(error.message.replacing("vault/", with: "", maxReplacements: 1)))
        } catch let error as JSONError {
            throw Failure(.badInput, "\(origin): \(error.message)")
        } catch {
            throw Failure(.badInput, "\(origin) cannot be parsed")
        }
    }

    /// The maximum size of a file, in bytes.
    package static let limit = SignedList.limit

    private static func pins(_ document: JSON) throws(JSONError) -> Book {
        guard try document.integer("version", as: Int.self) == 1 else {
            throw .wrongType(field: "version", expected: "1")
        }
        return try Book([
            "contacts": [], "accounts": [], "domains": [], "assets": [], "contracts": try document.member("contracts"),
        ])
    }

    private static func contact(_ row: JSON) throws(JSONError) -> Contact {
        guard let address = try? RecipientAddress(text: try row.string("account")) else {
            throw .wrongType(field: "account", expected: "an account or a contract")
        }
        var memo: Contact.MemoRule?
        if let kind = try row.optionalString("memo_type") {
            guard let pinned = try? Memo(argument: "\(kind):\(try row.string("memo"))") else {
                throw .wrongType(field: "memo", expected: "a memo")
            }
            memo = .pinned(pinned)
        }
        let name = try Contact.name(of: row)
        do throws(Failure) { return try Contact(named: name, address, memo: memo) } catch {
            throw .wrongType(field: "memo", expected: "absent for \(name): \(error.message)")
        }
    }
}

/// One of the parts of a book, in the order in which they are shown.
package enum BookSection: String, CaseIterable, Sendable {
    case contacts, accounts, domains, assets, contracts

    /// A book with the entries of this section alone.
    package func part(of book: Book) -> Book {
        // Not `merged`, which lets one of two names replace the other that differs only in case: a book of an older
        // release has both.
        switch self {
        case .contacts: Book(contacts: book.contacts)
        case .accounts: Book(accounts: book.accounts)
        case .domains: Book(domains: book.domains)
        case .assets: Book(assets: book.assets)
        case .contracts: Book(contracts: book.contracts)
        }
    }

    /// The entries as text, one below the other.
    package func text(of book: Book, on screen: Screen) -> String {
        switch self {
        case .contacts, .accounts, .domains, .contracts: BookText.of(part(of: book), on: screen)
        // Copied to commands, so nothing stands before an asset.
        case .assets: book.assets.map { $0.text + "\n" }.joined()
        }
    }

    /// The entries as a document, an array under the section's name.
    package func document(of book: Book) -> JSON {
        .object(JSONObject([(rawValue, book.json[rawValue] ?? [])]))
    }

    /// A book without an entry of this section.
    ///
    /// - Parameter entry: its name, account or asset, as the user enters it.
    /// - Throws: `.noInput` if the book does not have it.
    package func removing(_ entry: String, from book: Book) throws(Failure) -> Book {
        switch self {
        case .contacts: try book.removing(contactNamed: entry)
        case .accounts: try book.removing(knownAccount: try FieldID.words("ACCOUNT").value(of: entry))
        case .domains: try book.removing(domainNamed: entry)
        case .assets: try book.removing(assetNamed: entry)
        case .contracts: try book.removing(contractNamed: entry)
        }
    }

    /// A book with the entries of this section of another one besides; those of the same name or account are replaced.
    package func merged(_ other: Book, into book: Book) -> Book {
        switch self {
        case .contacts: book.adding(contacts: other.contacts)
        case .accounts: book.adding(accounts: other.accounts)
        case .domains: book.adding(domains: other.domains)
        case .assets: book.adding(assets: other.assets)
        case .contracts: book.adding(contracts: other.contracts)
        }
    }
}
