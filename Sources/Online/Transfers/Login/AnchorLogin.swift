// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
package import Stellar
import StellarXDR
package import TextCodec

/// A login at an anchor.
package struct AnchorLogin<Client: LoginClient>: Sendable {
    package let domain: HomeDomain
    package let client: Client
    package let token: AccessToken
    package let network: Network

    /// Stores the token for the commands that need it.
    ///
    /// - Parameter folder: the online side's folder.
    package func keep(in folder: String) throws(Failure) {
        try TokenStore(folder: folder).keep(token, of: client, at: domain, on: network)
    }

    /// Who is logged in and until when, for a person.
    package var text: String { "logged in at \(domain.text) as \(client.subject) until \(token.expiry.utc)" }

    /// The JSON document of `coldstar-submit auth`.
    ///
    /// - Parameter withToken: whether it contains the token; anyone who has that is logged in as the client.
    package func document(withToken: Bool) -> JSON {
        var members: [(String, JSON)] = [
            ("home_domain", .string(domain.text)), ("account", .string(client.address)),
            ("memo_id", client.memo.map { .string(String($0)) } ?? .null),
            ("client_domain", client.clientDomain.map { .string($0.text) } ?? .null),
            ("issued", token.issued.map { .string($0.rfc3339) } ?? .null), ("expires", .string(token.expiry.rfc3339)),
        ]
        if withToken { members.append(("token", .string(token.exposed))) }
        return .object(JSONObject(members))
    }
}
