// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Stellar
import TextCodec

extension AnchorServer {
    /// The token in the answer of a login server, if it is for this login.
    ///
    /// - Parameters:
    ///   - endpoint: the login server's; its host may be the issuer.
    ///   - subject: the required `sub` claim.
    func token(
        in answer: JSON, of endpoint: HTTPURL, subject: String, clientDomain: HomeDomain?, at now: Timestamp
    ) throws(AnchorError) -> AccessToken {
        guard let text = answer["token"]?.asString else {
            throw .badToken(domain: domain.text, reason: "there is none in the answer")
        }
        do throws(TokenFault) {
            let token = try AccessToken(text)
            try token.check(
                subject: subject, issuers: [domain.origin.host, endpoint.host],
                trustsIssuer: domain.origin.isLoopback, homeDomain: domain.text, clientDomain: clientDomain?.text,
                at: now)
            return token
        } catch {
            throw .badToken(domain: domain.text, reason: error.message)
        }
    }
}
