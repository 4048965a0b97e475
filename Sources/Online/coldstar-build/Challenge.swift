// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CurlHTTP
import Faults
import Handoff
import OnlineShell
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Challenge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fetch a login challenge from an anchor (SEP-10), check it, and write the request to sign it.",
        discussion: """
            Example: coldstar-build challenge --home-domain example.com --account G... -n public --out login.json
            Sign it with coldstar-sign while it is valid (usually 15 minutes); coldstar-submit auth exchanges it for a token.
            """)

    @Option(help: "The anchor's domain, for example example.com.")
    var homeDomain: String

    @Option(help: "Who logs in: G..., M..., a contact's name or a federation name.", completion: Completion.accounts)
    var account: String

    @Option(help: "The memo id of a user of a shared account; not with an M address.")
    var memoId: String?

    @Option(help: "A client domain, whose key signs too and identifies the wallet.")
    var clientDomain: String?

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let network = try options.network.required()
        let session = try AnchorSession(
            homeDomain: homeDomain, account: account, memo: memoId, network: network, horizon: options.horizon,
            home: options.home, clock: options.clock)
        do {
            let who = try session.someone()
            let other = try clientDomain.map { text throws(AnchorError) in
                try HomeDomain(text, allowsLoopback: options.horizon.httpLoopback)
            }
            let client = WebAuthClient(who.account, memo: who.memo, clientDomain: other)
            let transport = session.transport
            let login = try WebAuth(session.toml, by: transport)
            let clientKey = try client.clientDomain.map { domain throws(AnchorError) in
                try Self.key(of: domain, by: transport)
            }
            let challenge = try login.challenge(for: client)
            // The server's clock may be a second ahead of this machine's.
            let now = Self.slackened(try options.clock.time(), challenge.envelope)
            let claims = try claims(of: challenge, from: login, for: client, clientKey, network, at: now)
            let request = request(challenge.envelope, claims, client, clientKey, network, at: now)
            let hash = challenge.envelope.hash(on: network)
            try options.handOver(request, hash: hash, created: now) {
                HashWords.say(hash)
                Console.say(
                    "login     at \(claims.homeDomain) as \(client.subject), by its key \(login.signingKey.address)")
                let end = challenge.envelope.innermost.cond.timeBounds?.maxTime ?? 0
                Console.say("valid     until \(Timestamp(end).utc)")
            }
        } catch let error as AnchorError {
            throw Failure(error)
        }
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
        _ network: Network, at now: Timestamp
    ) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        return SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase,
            content: .challenge(envelope, claims), signers: [client.account.account] + (clientKey.map { [$0] } ?? []),
            note: options.note, created: now, hints: JSONObject([("version", 1)]))
    }

    /// The key with which the domain of a wallet (`client_domain`) signs challenges.
    private static func key(of domain: HomeDomain, by transport: any HTTPTransport) throws(AnchorError) -> AccountID {
        guard let key = try StellarToml.fetch(domain, by: transport).account("SIGNING_KEY") else {
            throw .noService(domain: domain.text, what: "key for logins", field: "SIGNING_KEY")
        }
        return key
    }

    /// Makes all checks that SEP-10 requires before a challenge is signed.
    private func claims(
        of challenge: WebAuthChallenge, from login: WebAuth, for client: WebAuthClient, _ clientKey: AccountID?,
        _ network: Network, at now: Timestamp
    ) throws(Failure) -> ChallengeClaims {
        let shown = login.domain.text
        if let claimed = challenge.networkPassphrase, claimed != network.passphrase {
            throw Failure(
                .protocolBroken, "\(shown) sent a challenge for another network: \"\(TerminalText.escape(claimed))\"")
        }
        let named = ChallengeVerdict(challenge.envelope, expecting: ChallengeExpectation(), on: network, at: now)
        let webAuthDomain = login.webAuthDomains.first { named.webAuthDomain?.elementsEqual($0.utf8) == true }
        var expected = ChallengeExpectation()
        expected.serverKey = login.signingKey
        expected.homeDomain = shown
        expected.webAuthDomain = webAuthDomain ?? login.webAuthDomains[0]
        expected.client = .exactly(client.account)
        expected.memo = .exactly(client.memo)
        expected.clientDomain = .exactly(client.clientDomain?.text)
        expected.clientDomainKey = clientKey
        let verdict = ChallengeVerdict(challenge.envelope, expecting: expected, on: network, at: now)
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
