// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What the requester of a contract account's login knows about it. Unknown parts are not compared.
package struct ContractChallengeExpectation: Sendable {
    /// `WEB_AUTH_CONTRACT_ID` of the domain.
    package var contract: ContractID?
    /// The server's key; nil accepts the one that the challenge names.
    package var serverKey: AccountID?
    package var homeDomain: String?
    package var webAuthDomain: String?
    package var client: ContractID?
    /// `.exactly(nil)`: no client domain was requested.
    package var clientDomain = ChallengeExpectation.Asked<String?>.unknown
    package var clientDomainKey: AccountID?
    /// The address whose entry is to be signed; nil if none is yet.
    package var signer: SCAddress?
    /// The last ledger in which the signature is to count; nil if it is not made yet.
    package var expirationLedger: UInt32?
    /// The newest ledger, or what is claimed to be it.
    package var latestLedger: UInt32?
    /// Whether the entry comes with a transaction, which no login does.
    var isInTransaction = false

    package init() {}

    /// The expectation of a review: the claims of the request.
    init(_ asked: AuthorizationRequest, _ claims: Claims) {
        signer = asked.entry.credentials.address?.address
        expirationLedger = asked.expirationLedger
        latestLedger = claims.ledger
        isInTransaction = asked.envelope != nil
        guard let claims = claims.challenge else { return }
        serverKey = claims.signingKey
        homeDomain = claims.homeDomain
        webAuthDomain = claims.webAuthDomain
        clientDomain = .exactly(claims.clientDomain)
    }
}
