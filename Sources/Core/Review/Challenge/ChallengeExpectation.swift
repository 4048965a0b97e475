// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What the requester of a login challenge knows about it. Unknown parts are not compared.
package struct ChallengeExpectation: Sendable {
    /// The account that logs in.
    package enum Client: Hashable, Sendable {
        case anybody
        /// One of these accounts, with any id.
        case account(Set<AccountID>)
        /// Exactly this `G…` or `M…` address.
        case exactly(MuxedAccount)
    }

    package enum Asked<Value: Hashable & Sendable>: Hashable, Sendable {
        case unknown
        case exactly(Value)
    }

    /// The server's key; nil accepts the source of the challenge.
    package var serverKey: AccountID?
    package var homeDomain: String?
    package var webAuthDomain: String?
    package var client = Client.anybody
    /// `.exactly(nil)`: no memo was requested.
    package var memo = Asked<UInt64?>.unknown
    /// `.exactly(nil)`: no client domain was requested.
    package var clientDomain = Asked<String?>.unknown
    package var clientDomainKey: AccountID?

    package init() {}

    /// The expectation of a review: the claims of a `challenge` request; nothing for bare bytes.
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
