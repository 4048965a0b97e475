// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
package import Stellar
package import StellarXDR

extension Contact {
    /// Checks a contact's name before anything else about it is read.
    package static func check(name: String) throws(Failure) {
        try SecretInPlaceOfName.check(name, "the name of the contact")
        guard ContactName.isOne(name) else {
            throw Failure(
                .badInput, "\(TerminalText.escape(name)) is not a contact name: a name has \(ContactName.rule)")
        }
    }

    /// A contact as the user enters it.
    ///
    /// - Parameters:
    ///   - address: its id, if it has one, stays part of the contact.
    ///   - memo: the memo that every payment has to carry; nil for any.
    ///   - isMemoRequired: whether every payment has to carry some memo.
    ///   - memoKinds: the kinds of memo that count; empty for all.
    /// - Throws: `.badInput` for what is not a name; `.usage` for rules that exclude each other.
    package init(
        named name: String, _ address: RecipientAddress, memo: Memo?, isMemoRequired: Bool, memoKinds: [String]
    ) throws(Failure) {
        try Self.check(name: name)
        let rule = try Self.memoRule(pinned: memo, isRequired: isMemoRequired, kinds: Set(memoKinds))
        try self.init(named: name, address, memo: rule)
    }

    /// The rule for memos: the whole memo, or that there is one of some kinds; nil for none.
    ///
    /// - Throws: `.usage` for rules that exclude each other, and unknown kinds.
    package static func memoRule(
        pinned: Memo?, isRequired: Bool, kinds: Set<String>
    ) throws(Failure) -> MemoRule? {
        guard kinds.isSubset(of: MemoRule.kinds) else {
            throw Failure(.usage, .memoKind, "text, id, hash or return")
        }
        guard pinned == nil || !isRequired && kinds.isEmpty else {
            throw Failure(
                .usage,
                "\(field: .memo) pins the whole memo: \(field: .memoRequired) and \(field: .memoKind) say nothing more")
        }
        if let pinned { return .pinned(pinned) }
        return isRequired || !kinds.isEmpty ? .required(kinds: kinds) : nil
    }

    /// A contact as the user enters it.
    ///
    /// - Parameter address: its id, if it has one, stays part of the contact.
    /// - Throws: `.badInput` for a memo rule beside an id or for a contract.
    package init(named name: String, _ address: RecipientAddress, memo: MemoRule?) throws(Failure) {
        guard memo == nil || address.account != nil else {
            throw Failure(
                .badInput, "a call of a contract cannot have a memo",
                hint: "a contract that tells its users apart by ids has W... addresses")
        }
        guard address.id == nil || memo == nil else {
            throw Failure(.badInput, "an M... address says whom a payment is for, and needs no memo besides")
        }
        self.init(name: name, address.holder, ids: address.id.map { [$0] } ?? [], memo: memo)
    }
}

extension Book {
    /// The book with a contact more.
    ///
    /// - Parameter replacing: whether it may take the place of another contact of this name.
    /// - Throws: `.cannotCreate` for another contact of the same name.
    package func adding(_ contact: Contact, replacing: Bool) throws(Failure) -> Book {
        let same = contacts.filter { ContactName.areSame($0.name, contact.name) }
        if !replacing, let known = same.first(where: { $0 != contact }) {
            let words =
                known.name == contact.name
                ? "the book has another contact of the name \(contact.name)"
                : "the book has the contact \(known.name), and names that differ only in case are one name"
            throw Failure(
                .cannotCreate, Wording(words),
                hint:
                    "\(field: .replace) puts the new one in its place; nothing of the old one stays, neither memo nor ids"
            )
        }
        return adding(contacts: [contact])
    }

    /// The book without a contact.
    ///
    /// - Throws: `.noInput` if there is none of this name.
    package func removing(contactNamed name: String) throws(Failure) -> Book {
        guard let contact = contact(named: name) else {
            throw Failure(
                .noInput, "the book has no contact \(TerminalText.escape(name))",
                hint: .suggestion(for: name, among: contacts.map(\.name)))
        }
        return removing(contact: contact.name)
    }
}

extension KnownDomain {
    /// A domain as the user enters it.
    ///
    /// - Parameters:
    ///   - signingKey: signs its logins (SEP-10); nil if not known.
    ///   - linkKey: signs its links (SEP-7); nil if not known.
    ///   - withdrawals: the accounts to which withdrawals through this anchor go.
    /// - Throws: `.badInput` for what is not a domain.
    package init(
        named name: String, signingKey: AccountID?, linkKey: AccountID?, withdrawals: [AccountID]
    ) throws(Failure) {
        try Self.check(name: name)
        self.init(name: name, signingKey: signingKey, linkKey: linkKey, withdrawalAccounts: Set(withdrawals))
    }

    /// Checks a domain's name before anything else about it is read.
    package static func check(name: String) throws(Failure) {
        try SecretInPlaceOfName.check(name, "the domain")
        guard DomainName.isKept(name) else {
            throw Failure(.badInput, "\(TerminalText.escape(name)) is not a domain: a domain has \(DomainName.rule)")
        }
    }
}

extension Book {
    /// The book without a domain.
    ///
    /// - Throws: `.noInput` if there is none of this name.
    package func removing(domainNamed name: String) throws(Failure) -> Book {
        guard domain(name) != nil else {
            throw Failure(.noInput, "the book has no domain \(TerminalText.escape(name))")
        }
        return removing(domain: name)
    }
}

extension Book {
    /// The book with an asset more.
    ///
    /// - Parameter text: `CODE:ISSUER`, or `CODE:CONTACT`.
    package func adding(assetNamed text: String) throws(Failure) -> Book {
        let asset = try asset(text)
        guard asset.issuer != nil else { throw Failure(.badInput, "ASSET: XLM needs no entry") }
        return adding(assets: [asset])
    }

    /// The book without an asset.
    ///
    /// - Parameter text: as above, or a code alone.
    /// - Throws: `.noInput` if the book does not have it.
    package func removing(assetNamed text: String) throws(Failure) -> Book {
        let asset = try asset(text)
        guard assets.contains(asset) else { throw Failure(.noInput, "the book has no \(asset.text)") }
        return removing(asset: asset)
    }

    /// Parses an asset: the issuer may be a contact, and a code alone stands for the only asset in the book with that
    /// code.
    private func asset(_ text: String) throws(Failure) -> Asset {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2, let contact = contact(named: parts[1]) {
            guard let issuer = contact.account else {
                throw Failure(.badInput, "ASSET: \(contact.name) is a contract, which cannot issue \(parts[0])")
            }
            do { return try Asset(code: parts[0], issuer: issuer) } catch {
                throw Failure(.badInput, "ASSET: \(error.message)")
            }
        }
        let same = assets.filter { $0.code == text }
        guard same.count < 2 else {
            throw Failure(
                .badInput, "ASSET: the book has several assets of the code \(text)",
                hint: "write one of them in full: \(same.map(\.text).joined(separator: ", "))")
        }
        if let only = same.first { return only }
        if text.uppercased() == "XLM" { return .native }
        do { return try Asset(text) } catch { throw Failure(.badInput, "ASSET: \(error.message)") }
    }
}
