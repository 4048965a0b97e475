// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Review
import Stellar
import TextCodec

extension KnownDomain {
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
