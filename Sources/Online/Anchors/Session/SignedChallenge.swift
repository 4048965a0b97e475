// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Building
package import Codec
package import HTTP
import Review
package import Stellar
import StellarXDR
package import Workspace

/// A login challenge that came back from the signer, valid as far as that can be checked without a network.
///
/// - Source: SEP-10 §Response.
package struct SignedChallenge: Sendable {
    private let challenge: HashedTransaction
    private let now: Timestamp
    private let origin: String
    private let verdict: ChallengeVerdict

    /// - Parameters:
    ///   - origin: where the transaction came from, used as a prefix of errors.
    ///   - now: the time at which it must be valid.
    /// - Throws: `.badInput` for what is not a challenge, or one that has expired.
    package init(_ challenge: HashedTransaction, origin: String, at now: Timestamp) throws(Failure) {
        (self.challenge, self.now, self.origin) = (challenge, now, origin)
        verdict = ChallengeVerdict(challenge, expecting: ChallengeExpectation(), at: now)
        guard let fault = verdict.fault else { return }
        throw Failure(
            .badInput, "\(origin): this challenge cannot be sent back: \(fault.phrase.plain) (\(fault.rawValue))",
            hint: fault == .expired ? "fetch a new one and sign it sooner: \(step: .build(.challenge))" : nil)
    }

    /// Exchanges the challenge for a token. It is sent only to the server that its home domain names now, and only if
    /// that server's key made it.
    ///
    /// - Parameter allowsLoopback: whether domains of this machine are allowed, which are asked over http.
    /// - Throws: `.protocolBroken` when it is not a challenge of that server, `.badInput` when signatures are missing,
    ///   and the anchor's errors.
    package func login(
        by transport: any HTTPTransport, allowsLoopback: Bool
    ) throws(TransferError) -> AnchorLogin {
        try TransferError.catching {
            // Never the URL in the request: the login goes to the server that the home domain names now.
            let toml = try StellarToml.fetch(try homeDomain(allowsLoopback), by: transport)
            let server = try WebAuth(toml, by: transport)
            let client = try client(allowsLoopback)
            try check(from: server, for: client)
            let token = try server.token(for: challenge.envelope, of: client, at: now)
            return AnchorLogin(
                domain: server.domain, client: client, token: token, network: challenge.network,
                requests: [challenge.hash])
        }
    }

    private func homeDomain(_ allowsLoopback: Bool) throws -> HomeDomain {
        guard let bytes = verdict.homeDomain, let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badInput, "\(origin): this is not a login challenge")
        }
        return try HomeDomain(text, allowsLoopback: allowsLoopback)
    }

    private func client(_ allowsLoopback: Bool) throws -> WebAuthClient {
        guard let account = verdict.client, verdict.memoID == nil || account.id == nil else {
            throw Failure(.badInput, "the challenge does not name the account that logs in")
        }
        let domain = try verdict.clientDomain.map { bytes in
            try HomeDomain(String(decoding: bytes, as: UTF8.self), allowsLoopback: allowsLoopback)
        }
        return WebAuthClient(account, memo: verdict.memoID, clientDomain: domain)
    }

    private func check(from server: WebAuth, for client: WebAuthClient) throws(Failure) {
        var expected = ChallengeExpectation()
        expected.serverKey = server.signingKey
        expected.homeDomain = server.domain.text
        let verdict = ChallengeVerdict(challenge, expecting: expected, at: now)
        if let fault = verdict.fault {
            throw Failure(
                .protocolBroken,
                "\(origin): this is not a challenge of \(server.domain.text): \(fault.phrase.plain) (\(fault.rawValue))"
            )
        }
        let needed = client.clientDomain == nil ? 1 : 2
        let signers = challenge.signers(among: [server.signingKey.key])
        let others = signers.count { $0 == nil }
        guard others >= needed else {
            throw Failure(
                .badInput,
                others == 0
                    ? "\(origin): only the anchor has signed this"
                    : "\(origin): two signatures are required, of the account and of the client domain, but there is one",
                hint: others == 0
                    ? "sign it first: \(step: .sign(.sign))" : "merge the signatures: \(step: .submit(.merge))")
        }
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
