// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// The domain that a link claims to come from, and the signature that must prove it.
package struct SEP7Origin: Hashable, Sendable {
    /// As written in the link. Must not be shown as a fact unless `isSigned(by:)` returned true.
    package let domain: String
    private let signature: [UInt8]
    private let signedText: String

    init?(_ query: SEP7Query) throws(SEP7Error) {
        let domain = try query.word("origin_domain")
        let signature = try query.bytes("signature")
        guard let signedText = query.signedText, let signature else {
            if domain != nil { throw .originWithoutSignature }
            return nil
        }
        guard let domain else { throw .signatureWithoutOrigin }
        guard DomainName.isQualified(domain) else { throw .domain }
        guard signature.count == Ed25519.signatureLength else { throw .signatureLength }
        (self.domain, self.signature, self.signedText) = (domain, signature, signedText)
    }

    /// Whether the key signed the link. The key must be the domain's `URI_REQUEST_SIGNING_KEY`, known from elsewhere.
    ///
    /// The signature covers 35 zero bytes, a 4, `stellar.sep.7 - URI Scheme` and the link's text up to `&signature=`.
    ///
    /// - Source: SEP-7 §Request Signing.
    package func isSigned(by key: AccountID) -> Bool {
        let message = [UInt8](repeating: 0, count: 35) + [4] + Array(("stellar.sep.7 - URI Scheme" + signedText).utf8)
        return Ed25519.verify(signature, message: message, publicKey: key.key.bytes)
    }
}
