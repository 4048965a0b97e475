// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import HTTP
import Handoff
import Review
package import Stellar
package import StellarXDR
package import Workspace

/// Fetches a login challenge from an anchor, checks it, and requests its signature (SEP-10).
package struct ChallengeJob: SingleRequestJob {
    private let network: Network
    private let toml: StellarToml
    private let transport: any HTTPTransport
    private let allowsLoopback: Bool
    private let account: MuxedAccount
    private let memo: UInt64?
    private let clientDomain: String?
    private let note: String?
    private let clock: () throws(Failure) -> Timestamp
    package let context: OnlineContext

    /// - Parameters:
    ///   - account: who logs in.
    ///   - memo: the id of a user of a shared account.
    ///   - toml: the anchor's stellar.toml.
    ///   - allowsLoopback: whether the client domain may be on this machine.
    ///   - clientDomain: the domain of a wallet, whose key signs too.
    ///   - note: for the signer.
    ///   - clock: the present; read after the challenge arrived.
    package init(
        for account: MuxedAccount, memo: UInt64?, at toml: StellarToml, on network: Network,
        by transport: any HTTPTransport, allowsLoopback: Bool, clientDomain: String?, note: String?,
        clock: @escaping () throws(Failure) -> Timestamp, in context: OnlineContext
    ) {
        (self.account, self.memo, self.toml, self.network) = (account, memo, toml, network)
        (self.transport, self.allowsLoopback, self.clientDomain) = (transport, allowsLoopback, clientDomain)
        (self.note, self.clock, self.context) = (note, clock, context)
    }

    /// - Throws: `.protocolBroken` for a challenge that must not be signed.
    /// - Source: SEP-10 §Challenge
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        let fetched: Fetched
        do { fetched = try fetch() } catch { throw Failure(error) }
        let (client, clientKey, login, challenge) = fetched
        // The server's clock may be a second ahead of this machine's.
        let now = Self.slackened(try clock(), challenge.envelope)
        let hashed = HashedTransaction(challenge.envelope, on: network)
        let claims = try claims(of: challenge, hashed, from: login, for: client, clientKey, at: now)
        let request = request(challenge.envelope, claims, client, clientKey, at: now)
        let end = challenge.envelope.innermost.cond.timeBounds?.maxTime ?? 0
        return BuiltRequest(
            request, hash: hashed.hash, created: now,
            facts: Notice.identity(of: hashed.hash) + [
                .fact(
                    .login, "at \(claims.homeDomain) as \(client.subject), by its key \(login.signingKey.address)"),
                .fact(.valid, "until \(Timestamp(end).utc)"),
            ])
    }

    private typealias Fetched = (
        client: WebAuthClient, clientKey: AccountID?, login: WebAuth, challenge: WebAuthChallenge
    )

    private func fetch() throws(AnchorError) -> Fetched {
        let other = try clientDomain.map { text throws(AnchorError) in
            try HomeDomain(text, allowsLoopback: allowsLoopback)
        }
        let client = WebAuthClient(account, memo: memo, clientDomain: other)
        let login = try WebAuth(toml, by: transport)
        let clientKey = try client.clientDomain.map { domain throws(AnchorError) in
            try StellarToml.signingKey(of: domain, by: transport)
        }
        return (client, clientKey, login, try login.challenge(for: client))
    }

    /// The time at which the challenge is judged: if it begins slightly in the future because the server's clock is
    /// ahead, its beginning.
    private static func slackened(_ now: Timestamp, _ challenge: TransactionEnvelope) -> Timestamp {
        let begin = challenge.innermost.cond.timeBounds?.minTime ?? 0
        return begin > now.seconds && begin - now.seconds <= clockSlack ? Timestamp(begin) : now
    }

    /// The tolerated lead of a server's clock in seconds, as in other wallets.
    private static let clockSlack: UInt64 = 300

    private func request(
        _ envelope: TransactionEnvelope, _ claims: ChallengeClaims, _ client: WebAuthClient, _ clientKey: AccountID?,
        at now: Timestamp
    ) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        return SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase,
            content: .challenge(envelope, claims), signers: [client.account.account] + (clientKey.map { [$0] } ?? []),
            note: note, created: now, hints: JSONObject([("version", 1)]))
    }

    /// Makes all checks that SEP-10 requires before a challenge is signed.
    private func claims(
        of challenge: WebAuthChallenge, _ hashed: HashedTransaction, from login: WebAuth, for client: WebAuthClient,
        _ clientKey: AccountID?, at now: Timestamp
    ) throws(Failure) -> ChallengeClaims {
        let shown = login.domain.text
        if let claimed = challenge.networkPassphrase, claimed != network.passphrase {
            throw Failure(
                .protocolBroken, "\(shown) sent a challenge for another network: \"\(TerminalText.escape(claimed))\"")
        }
        let named = ChallengeVerdict(hashed, expecting: ChallengeExpectation(), at: now)
        let webAuthDomain = login.endpoint.webAuthDomains.first { named.webAuthDomain?.elementsEqual($0.utf8) == true }
        var expected = ChallengeExpectation()
        expected.serverKey = login.signingKey
        expected.homeDomain = shown
        expected.webAuthDomain = webAuthDomain ?? login.endpoint.webAuthDomains[0]
        expected.client = .exactly(client.account)
        expected.memo = .exactly(client.memo)
        expected.clientDomain = .exactly(client.clientDomain?.text)
        expected.clientDomainKey = clientKey
        let verdict = ChallengeVerdict(hashed, expecting: expected, at: now)
        if let fault = verdict.fault {
            throw Failure(
                .protocolBroken,
                "do not sign the challenge of \(shown): \(fault.phrase.plain) (\(fault.rawValue))",
                hint: [.expired, .tooEarly].contains(fault) ? "check this machine's clock: it shows \(now.utc)" : nil)
        }
        if client.clientDomain != nil, verdict.clientDomain == nil {
            throw Failure(.protocolBroken, "the challenge of \(shown) lacks the requested client domain")
        }
        return ChallengeClaims(
            homeDomain: shown, webAuthDomain: expected.webAuthDomain ?? "", webAuthEndpoint: login.endpoint.text,
            signingKey: login.signingKey, clientDomain: client.clientDomain?.text)
    }
}
