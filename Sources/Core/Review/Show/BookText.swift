// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// The book as lines of text, and the differences between two books.
package enum BookText {
    private struct Entry: Hashable {
        let label: String
        let phrase: Phrase
    }

    /// Every entry, one below the other; ASCII.
    package static func of(_ book: Book, on screen: Screen = Screen()) -> String {
        var page = Page(on: screen)
        for entry in entries(book) { page.layOut("  \(entry.label) ", entry.phrase, indent: 4) }
        return page.text
    }

    /// The removed and the added entries; empty if nothing changes.
    package static func changes(from old: Book, to new: Book, on screen: Screen = Screen()) -> String {
        let (before, after) = (entries(old), entries(new))
        let (had, has) = (Set(before), Set(after))
        var page = Page(on: screen)
        for entry in before where !has.contains(entry) { page.layOut("  - \(entry.label) ", entry.phrase, indent: 6) }
        for entry in after where !had.contains(entry) { page.layOut("  + \(entry.label) ", entry.phrase, indent: 6) }
        return page.text
    }

    private static func entries(_ book: Book) -> [Entry] {
        book.contacts.map { Entry(label: "contact", phrase: phrase($0)) }
            + book.accounts.map { Entry(label: "account", phrase: phrase($0)) }
            + book.domains.map { Entry(label: "domain", phrase: phrase($0)) }
            + book.assets.map { Entry(label: "asset", phrase: Phrase($0)) }
            + book.contracts.map { Entry(label: "contract", phrase: phrase($0)) }
    }

    private static func phrase(_ pin: ContractPin) -> Phrase {
        let network: Phrase =
            pin.network.name.map { "\(plain: $0)" } ?? "the network \(text: Array(pin.network.passphrase.utf8))"
        var phrase: Phrase = "\(ForeignName(pin.label)): \(StrKey.contract(pin.contract)) on \(network)"
        if let asset = pin.asset {
            phrase.append(", the built-in contract of \(asset)")
            return phrase
        }
        if let hash = pin.wasmHash { phrase.append(", code \(hex: hash.bytes)") }
        if let hash = pin.specHash { phrase.append(", interface \(hex: hash.bytes)") }
        if let units = pin.units {
            phrase.append(", a token with \(units.decimals) decimals and the symbol \(ForeignName(units.symbol))")
        }
        if let account = pin.account {
            let keys = Phrase(account.signers.map { "\($0)" }, separator: ", ")
            phrase.append(", an account whose signatures (\(plain: account.shape.rawValue)) are made by \(keys)")
        }
        if !pin.functions.isEmpty {
            let names = Phrase(pin.functions.map { "\(name: Array($0.utf8))" }, separator: ", ")
            phrase.append(", calls of \(names) pass with a warning")
        }
        phrase.append(", upgradable: \(plain: pin.upgradable.rawValue)")
        return phrase
    }

    private static func phrase(_ contact: Contact) -> Phrase {
        var phrase: Phrase = "\(ForeignName(contact.name)): \(contact.holder.strKey)"
        if contact.account == nil { phrase.append(", a contract") }
        for id in contact.ids.sorted() {
            phrase.append(", with the id \(id) \(RecipientAddress(contact.holder, id: id).strKey)")
        }
        if let rule = contact.memo { phrase.append(", \(Self.phrase(rule))") }
        return phrase
    }

    private static func phrase(_ rule: Contact.MemoRule) -> Phrase {
        switch rule {
        case .required(let kinds):
            kinds.isEmpty
                ? "wants a memo" : "wants a memo of the kind \(plain: kinds.sorted().joined(separator: " or "))"
        case .pinned(let memo): "always with the memo \(Phrase(memo))"
        }
    }

    /// The memo that payments to a contact have to carry; nil for any.
    package static func memo(of contact: Contact) -> Wording? { contact.memo.map { phrase($0).wording } }

    private static func phrase(_ account: KnownAccount) -> Phrase {
        var phrase: Phrase =
            """
            \(account.account), own key with weight \(account.masterWeight), thresholds low \(account.low), medium \
            \(account.medium), high \(account.high)
            """
        for signer in account.signers { phrase.append(", \(signer.key.strKey) with weight \(signer.weight)") }
        return phrase
    }

    private static func phrase(_ domain: KnownDomain) -> Phrase {
        var phrase: Phrase = "\(text: Array(domain.name.utf8))"
        if let key = domain.signingKey { phrase.append(", logins are signed by \(key)") }
        if let key = domain.linkKey { phrase.append(", links are signed by \(key)") }
        for account in domain.withdrawalAccounts.sorted(by: { $0.address < $1.address }) {
            phrase.append(", withdrawals go to \(account)")
        }
        return phrase
    }
}
