// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Stellar
package import StellarXDR

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

    /// Parses an asset: the issuer may be a contact, and a code alone stands for the only asset in the book with that code.
    private func asset(_ text: String) throws(Failure) -> Asset {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2, let contact = contact(named: parts[1]) {
            do { return try Asset(code: parts[0], issuer: contact.account) } catch {
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
