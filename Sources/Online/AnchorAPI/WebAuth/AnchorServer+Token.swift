// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar

extension AnchorServer {
    /// Posts a signed challenge; returns the token in the answer, if it is for this login.
    ///
    /// - Parameter endpoint: the login server's; its host may be the issuer.
    func token(
        for signed: JSON, from endpoint: HTTPURL, to client: some LoginClient, at now: Timestamp
    ) throws(AnchorError) -> AccessToken {
        let headers = [HTTPHeader("Content-Type", "application/json")]
        let answer = try ask(
            HTTPRequest(
                .post, endpoint, headers: headers, body: Array(signed.text().utf8), sizeLimit: Self.sizeLimit),
            isLogin: true)
        guard let text = answer["token"]?.asString else {
            throw .badToken(domain: domain.text, reason: "there is none in the answer")
        }
        do throws(TokenFault) {
            let token = try AccessToken(text)
            try token.check(
                subject: client.subject, issuers: [domain.origin.host, endpoint.host],
                trustsIssuer: domain.origin.isLoopback, homeDomain: domain.text,
                clientDomain: client.clientDomain?.text,
                at: now)
            return token
        } catch {
            throw .badToken(domain: domain.text, reason: error.message)
        }
    }
}
