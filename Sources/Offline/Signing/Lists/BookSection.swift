// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Review
import Stellar
import StellarXDR

/// One of the parts of a book, in the order in which they are shown.
package enum BookSection: String, CaseIterable, Sendable {
    case contacts, accounts, domains, assets, contracts

    /// A book with the entries of this section alone.
    package func part(of book: Book) -> Book {
        // Not `merged`, which lets one of two names replace the other that differs only in case: a book of an older release has both.
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
