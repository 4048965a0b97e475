// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// What a SEP-7 link says in addition to its transaction.
package struct LinkClaims: Hashable, Sendable {
    package var message: String?
    package var callback: String?
    package var originDomain: String?
    /// The fields that the link wants replaced before signing.
    package var replace: String?
    /// Whether the link's signature verifies with the book's key for the origin domain; nil if the link is not signed
    /// or the book has no key.
    package var signatureVerifies: Bool?
    /// Whether the link named no network, so that SEP-7's default applies.
    package var networkAssumed = false

    package init() {}

    /// The claims of a link; its signature is verified with the book's key for its domain.
    package init(_ link: SEP7Transaction, book: Book) {
        message = link.terms.message
        callback = link.terms.callback
        originDomain = link.terms.origin?.domain
        replace = link.replace
        networkAssumed = link.terms.namedNetwork == nil
        if let origin = link.terms.origin, let key = book.domain(origin.domain)?.linkKey {
            signatureVerifies = origin.isSigned(by: key)
        }
    }
}
