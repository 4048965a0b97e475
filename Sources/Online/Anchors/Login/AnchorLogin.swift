// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Building
package import Codec
package import Journal
package import Stellar
import StellarXDR
package import Workspace

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
    package func keep(in folder: String, noting journal: any OnlineJournal) throws(Failure) {
        try TokenStore(folder: folder).keep(token, of: client, at: domain, on: network)
        try? journal.record(loggedIn: requests, at: domain.text)
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

extension AnchorSession {
    /// The job that fetches a login challenge from the anchor and requests its signature.
    ///
    /// - Parameters:
    ///   - client: who logs in.
    ///   - clientDomain: the domain of a wallet, whose key signs too; nil for none.
    ///   - note: for the signer.
    package func challengeJob(
        for client: WebAuthClient, clientDomain: String?, note: String? = nil, in context: OnlineContext
    ) -> ChallengeJob {
        let clock = settings.clock
        return ChallengeJob(
            for: client.account, memo: client.memo, at: toml, on: network, by: transport,
            allowsLoopback: settings.allowsLoopback, clientDomain: clientDomain, note: note,
            clock: { () throws(Failure) in clock() }, in: context)
    }
}
