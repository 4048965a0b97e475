// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// What a request of the kind `challenge` says about the login.
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
