// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Building
package import Faults
package import Journal
package import Stellar
import StellarXDR
package import TextCodec

extension AnchorSession {
    /// Fetches a login challenge, checks it, and makes the request to sign it.
    ///
    /// - Parameters:
    ///   - clientDomain: the domain of a wallet, whose key signs too.
    ///   - note: for the signer.
    /// - Throws: `.protocolBroken` for a challenge that must not be signed.
    /// - Source: SEP-10 §Challenge.
    package func loginRequest(
        of client: WebAuthClient, clientDomain: String?, note: String? = nil
    ) throws(Failure) -> BuiltRequest {
        let clock = settings.clock
        return try LoginRequest(at: toml, on: network, by: transport, allowsLoopback: settings.allowsLoopback).request(
            for: client.account, memo: client.memo, clientDomain: clientDomain, note: note
        ) { () throws(Failure) in clock() }
    }
}

/// A login at an anchor.
package struct AnchorLogin<Client: LoginClient>: Sendable {
    package let domain: HomeDomain
    package let client: Client
    package let token: AccessToken
    package let network: Network
    /// The hashes of the requests that it answers.
    let requests: [TransactionHash]

    /// Stores the token for the commands that need it, and notes that its requests wait for nothing any more.
    ///
    /// - Parameters:
    ///   - folder: the online side's folder.
    ///   - journal: one that cannot be written does not undo the login.
    package func keep(in folder: String, noting journal: OnlineJournal) throws(Failure) {
        try TokenStore(folder: folder).keep(token, of: client, at: domain, on: network)
        try? journal.store.record(loggedIn: requests, at: domain.text)
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
