// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Review
import Stellar
package import StellarXDR
import TextCodec

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
