// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What whoever asked for a login challenge knows about it. A part that is not known is not compared.
package struct ChallengeExpectation: Sendable {
    /// Which account logs in.
    package enum Client: Hashable, Sendable {
        case anybody
        /// One of these, whatever id is added.
        case account(Set<AccountID>)
        /// Exactly this `G…` or `M…`.
        case exactly(MuxedAccount)
    }

    package enum Asked<Value: Hashable & Sendable>: Hashable, Sendable {
        case unknown
        case exactly(Value)
    }

    /// The server's key; nil takes the source of the challenge for it.
    package var serverKey: AccountID?
    package var homeDomain: String?
    package var webAuthDomain: String?
    package var client = Client.anybody
    /// `.exactly(nil)`: none was asked for.
    package var memo = Asked<UInt64?>.unknown
    /// `.exactly(nil)`: none was asked for.
    package var clientDomain = Asked<String?>.unknown
    package var clientDomainKey: AccountID?

    package init() {}

    /// What a review knows: nothing for bare bytes, what a request of the kind `challenge` says otherwise.
    init(_ input: ReviewInput) {
        let signers = Set(input.claims.signers.map(\.account))
        if !signers.isEmpty { client = .account(signers) }
        guard let claims = input.claims.challenge else { return }
        serverKey = claims.signingKey
        homeDomain = claims.homeDomain
        webAuthDomain = claims.webAuthDomain
        clientDomain = .exactly(claims.clientDomain)
    }
}
