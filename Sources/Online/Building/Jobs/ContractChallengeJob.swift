// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import HTTP
import Handoff
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR
import Workspace

/// Fetches a contract account's login challenge from an anchor, checks and simulates it, and makes the requests to sign
/// it (SEP-45).
package struct ContractChallengeJob {
    private let network: Network
    private let toml: StellarToml
    private let transport: any HTTPTransport
    private let rpc: RPCClient
    private let allowsLoopback: Bool

    /// A fetched challenge that passed every check, and the requests to sign it.
    package struct Built {
        /// To sign the account's entry.
        package let account: BuiltRequest
        /// To sign the client domain's entry; nil if no client domain was asked for, or its entry is signed already.
        package let clientDomain: BuiltRequest?
        package let notices: [Notice]
    }

    /// - Parameters:
    ///   - toml: the anchor's stellar.toml.
    ///   - rpc: simulates the call, and knows the newest ledger.
    ///   - allowsLoopback: whether the client domain may be on this machine.
    package init(
        at toml: StellarToml, on network: Network, by transport: any HTTPTransport, rpc: RPCClient,
        allowsLoopback: Bool = false
    ) {
        (self.toml, self.network, self.transport, self.rpc) = (toml, network, transport, rpc)
        self.allowsLoopback = allowsLoopback
    }

    /// The requests, each to be handed over by a `MadeRequest`. Nothing is recorded.
    ///
    /// - Parameters:
    ///   - account: who logs in.
    ///   - signers: the keys that sign for the account, as far as the user names them.
    ///   - clientDomain: the domain of a wallet, whose key signs an entry of its own.
    ///   - note: for the signer.
    ///   - clock: the present; read after the challenge arrived.
    /// - Throws: `.protocolBroken` for a challenge that must not be signed.
    /// - Source: SEP-45 §Challenge
    package func requests(
        for account: ContractID, signers: [AccountID], clientDomain: String?, note: String?,
        clock: () throws(Failure) -> Timestamp
    ) throws(Failure) -> Built {
        let login: ContractWebAuth
        let client: ContractWebAuthClient
        let clientKey: AccountID?
        let challenge: ContractWebAuthChallenge
        do throws(AnchorError) {
            let other = try clientDomain.map { text throws(AnchorError) in
                try HomeDomain(text, allowsLoopback: allowsLoopback)
            }
            client = ContractWebAuthClient(account, clientDomain: other)
            login = try ContractWebAuth(toml, by: transport)
            clientKey = try other.map { domain throws(AnchorError) in
                try StellarToml.signingKey(of: domain, by: transport)
            }
            challenge = try login.challenge(for: client)
        } catch { throw Failure(error) }
        let latest: RPCLatestLedger
        do { latest = try rpc.latestLedger() } catch { throw Failure(error) }
        let checked = try Checked(challenge, from: login, for: client, clientKey, on: network, latest.sequence)
        try ContractLoginSimulation(checked.call, checked.entries, of: login.domain.text).run(by: rpc)
        return try built(checked, signers, note, latest, at: try clock())
    }

    private func built(
        _ checked: Checked, _ signers: [AccountID], _ note: String?, _ latest: RPCLatestLedger, at now: Timestamp
    ) throws(Failure) -> Built {
        let window = ContractLoginWindow(until: checked.expirationLedger, after: latest.sequence)
        func request(for address: SCAddress, _ signers: [AccountID]) throws(Failure) -> BuiltRequest? {
            guard let asked = checked.request(for: address, latest) else { return nil }
            return try self.request(asked, checked, signers, note, window, at: now)
        }
        guard let account = try request(for: .contract(checked.client.account), signers) else {
            throw Failure(.bug, "a checked challenge has no entry of its account")
        }
        let other = try checked.clientKey.flatMap { key throws(Failure) in try request(for: .account(key), [key]) }
        return Built(account: account, clientDomain: other, notices: window.notices(at: checked.claims.homeDomain))
    }

    private func request(
        _ asked: AuthorizationRequest, _ checked: Checked, _ signers: [AccountID], _ note: String?,
        _ window: ContractLoginWindow, at now: Timestamp
    ) throws(Failure) -> BuiltRequest {
        guard let hash = asked.payload(on: network), let address = asked.entry.credentials.address?.address else {
            throw Failure(.bug, "a checked challenge has an entry without an address")
        }
        var generator = SystemRandomNumberGenerator()
        let request = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .authorization(asked),
            signers: signers, note: note, created: now, hints: JSONObject([("version", 1)]))
        let claims = checked.claims
        var facts = Notice.identity(of: hash)
        facts.append(
            .fact(
                .login,
                "at \(claims.homeDomain) as \(checked.client.subject), by its key \(claims.signingKey.address)"))
        if address.address != checked.client.subject { facts.append(.fact(.signs, Wording(address.address))) }
        facts.append(.fact(.valid, Wording(window.text)))
        var built = BuiltRequest(request, hash: hash, created: now, facts: facts)
        built.details = JSONObject([
            (
                "login",
                [
                    "home_domain": .string(claims.homeDomain), "account": .string(checked.client.subject),
                    "server_key": .string(claims.signingKey.address),
                    "expiration_ledger": .integer(window.expirationLedger),
                    "latest_ledger": .integer(window.latestLedger), "seconds_left": .integer(window.seconds),
                    "is_too_short": .bool(window.isTooShort),
                ]
            )
        ])
        return built
    }
}

extension ContractChallengeJob {
    /// A challenge that passed every check but the simulation.
    fileprivate struct Checked {
        let entries: [SorobanAuthorizationEntry]
        let call: InvokeContractArgs
        let client: ContractWebAuthClient
        let clientKey: AccountID?
        let claims: ChallengeClaims
        /// The last ledger in which the server's signature counts.
        let expirationLedger: UInt32

        init(
            _ challenge: ContractWebAuthChallenge, from login: ContractWebAuth, for client: ContractWebAuthClient,
            _ clientKey: AccountID?, on network: Network, _ latest: UInt32
        ) throws(Failure) {
            let domain = login.domain.text
            if let claimed = challenge.networkPassphrase, claimed != network.passphrase {
                throw Failure(
                    .protocolBroken,
                    "\(domain) sent a challenge for another network: \"\(TerminalText.escape(claimed))\"")
            }
            let named = ContractChallengeVerdict(
                challenge.entries, expecting: ContractChallengeExpectation(), on: network)
            var expected = ContractChallengeExpectation()
            expected.contract = login.contract
            expected.serverKey = login.signingKey
            expected.homeDomain = domain
            let webAuthDomain =
                login.endpoint.webAuthDomains.first { named.webAuthDomain?.elementsEqual($0.utf8) == true }
                ?? login.endpoint.webAuthDomains[0]
            expected.webAuthDomain = webAuthDomain
            expected.client = client.account
            expected.clientDomain = .exactly(client.clientDomain?.text)
            expected.clientDomainKey = clientKey
            expected.latestLedger = latest
            let verdict = ContractChallengeVerdict(challenge.entries, expecting: expected, on: network)
            guard verdict.isValid, let end = verdict.expirationLedger,
                case .contractFn(let call)? = challenge.entries.first?.rootInvocation.function
            else {
                let why = verdict.fault.map { "\($0.phrase.plain) (\($0.rawValue))" } ?? "it is empty"
                throw Failure(.protocolBroken, "do not sign the challenge of \(domain): \(why)")
            }
            (entries, self.call, self.client, self.clientKey) = (challenge.entries, call, client, clientKey)
            expirationLedger = end
            claims = ChallengeClaims(
                homeDomain: domain, webAuthDomain: webAuthDomain, webAuthEndpoint: login.endpoint.text,
                signingKey: login.signingKey, clientDomain: client.clientDomain?.text)
        }

        /// The request for the entry of an address; nil if that is signed already.
        func request(for address: SCAddress, _ latest: RPCLatestLedger) -> AuthorizationRequest? {
            guard let index = entries.firstIndex(where: { $0.credentials.address?.address == address }) else {
                return nil
            }
            var siblings = entries
            let entry = siblings.remove(at: index)
            if case .account = address, entry.credentials.address?.signature != .void { return nil }
            return AuthorizationRequest(
                entry: entry, siblings: siblings, expirationLedger: expirationLedger, claimedLedger: latest.sequence,
                claimedCloseTime: latest.closedAt, challenge: claims)
        }
    }
}

extension StellarToml {
    /// The key with which the domain of a wallet (`client_domain`) signs logins.
    package static func signingKey(
        of domain: HomeDomain, by transport: any HTTPTransport
    ) throws(AnchorError) -> AccountID {
        let toml = try fetch(domain, by: transport)
        guard let key = try toml.account("SIGNING_KEY") else { throw toml.noService("key for logins", "SIGNING_KEY") }
        return key
    }
}

/// The time that a server leaves for the login of a contract account.
struct ContractLoginWindow: Hashable, Sendable {
    /// The last ledger in which the server's signature counts.
    let expirationLedger: UInt32
    let latestLedger: UInt32

    /// Enough to carry a request to another machine, read it, type a PIN and carry the response back.
    private static let tripSeconds: UInt64 = 300

    init(until expirationLedger: UInt32, after latestLedger: UInt32) {
        (self.expirationLedger, self.latestLedger) = (expirationLedger, latestLedger)
    }

    /// About how many seconds are left, if a ledger closes every five.
    var seconds: UInt64 {
        LedgerSpan.seconds(from: latestLedger, to: expirationLedger)
    }

    var isTooShort: Bool { seconds < Self.tripSeconds }

    /// The end, for a person.
    var text: String {
        "until ledger \(expirationLedger), when the server's entry expires: about \(Phrase(duration: seconds).plain) from now"
    }

    /// The warning, if this is too short to carry anything.
    func notices(at domain: String) -> [Notice] {
        guard isTooShort else { return [] }
        return [
            .warning(
                .shortLogin,
                """
                \(domain) allows about \(Phrase(duration: seconds).plain), too short to carry the request to the signer and the \
                response back: ask the anchor for a longer expiry of its challenges, or log in as an account, G... (SEP-10)
                """)
        ]
    }
}
