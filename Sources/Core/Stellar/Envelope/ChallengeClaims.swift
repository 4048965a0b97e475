// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The online side's claims about the challenge of a login (SEP-10, SEP-45). The signer compares them with the bytes of the challenge.
package struct ChallengeClaims: Hashable, Sendable {
    package var homeDomain: String
    package var webAuthDomain: String
    package var webAuthEndpoint: String
    package var signingKey: AccountID
    package var clientDomain: String?

    package init(
        homeDomain: String, webAuthDomain: String, webAuthEndpoint: String, signingKey: AccountID,
        clientDomain: String? = nil
    ) {
        self.homeDomain = homeDomain
        self.webAuthDomain = webAuthDomain
        self.webAuthEndpoint = webAuthEndpoint
        self.signingKey = signingKey
        self.clientDomain = clientDomain
    }
}
