// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Review
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

struct Auth: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exchange a signed login challenge for the anchor's token (SEP-10), and store it.",
        discussion: """
            Example: coldstar-submit auth login-signed.xdr -n public
            The token is kept in a file that only you can read, for the commands that need it, and is not printed.
            Exit codes: 0 logged in; 1 the anchor does not accept the signatures; 65 not signed, or expired; 76 the anchor's
            response is not a token for this login.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var challenge: String?

    @Option(help: "The request that a response answers, if it is not in this machine's journal.", completion: .file())
    var request: String?

    @Flag(help: "Print the token to standard output: anyone who has it is logged in as you.")
    var printToken = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let journal = try OnlineJournal.open(home)
        let request: RequestedTransaction? =
            if let path = self.request { try RequestedTransaction(path: path, takesChallenges: true) } else { nil }
        let input = try SignedInput(challenge, request: request, journal: journal, takesChallenges: true)
        let network = try self.network.resolve(documented: input.network)
        let now = try clock.time()
        do {
            let named = ChallengeVerdict(input.envelope, expecting: ChallengeExpectation(), on: network, at: now)
            try Self.check(named, input.origin)
            let transport = try horizon.transport()
            // Never the URL in the request: the login goes to the server that the home domain names now.
            let toml = try StellarToml.fetch(try Self.homeDomain(named, horizon, input.origin), by: transport)
            let login = try WebAuth(toml, by: transport)
            let client = try Self.client(named, horizon)
            try check(input, from: login, for: client, network, at: now)
            let token = try login.token(for: input.envelope, of: client, at: now)
            let store = try TokenStore(home)
            try store.keep(token, of: client, at: login.domain, on: network)
            try show(token, client, login)
        } catch let error as AnchorError {
            throw Failure(error)
        }
    }

    private static func homeDomain(_ verdict: ChallengeVerdict, _ horizon: HorizonOptions, _ origin: String) throws
        -> HomeDomain
    {
        guard let bytes = verdict.homeDomain, let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badInput, "\(origin): this is not a login challenge")
        }
        return try HomeDomain(text, allowsLoopback: horizon.httpLoopback)
    }

    private static func client(_ verdict: ChallengeVerdict, _ horizon: HorizonOptions) throws -> WebAuthClient {
        guard let account = verdict.client, verdict.memoID == nil || account.id == nil else {
            throw Failure(.badInput, "the challenge does not name the account that logs in")
        }
        let domain = try verdict.clientDomain.map { bytes in
            try HomeDomain(String(decoding: bytes, as: UTF8.self), allowsLoopback: horizon.httpLoopback)
        }
        return WebAuthClient(account, memo: verdict.memoID, clientDomain: domain)
    }

    /// Makes the checks that need no network.
    private static func check(_ verdict: ChallengeVerdict, _ origin: String) throws(Failure) {
        guard let fault = verdict.fault else { return }
        throw Failure(
            .badInput, "\(origin): this challenge cannot be sent back: \(fault.phrase.plain) (\(fault.rawValue))",
            hint: fault == .expired ? "fetch a new one with coldstar-build challenge and sign it sooner" : nil)
    }

    private func check(
        _ input: SignedInput, from login: WebAuth, for client: WebAuthClient, _ network: Network, at now: Timestamp
    ) throws(Failure) {
        var expected = ChallengeExpectation()
        expected.serverKey = login.signingKey
        expected.homeDomain = login.domain.text
        let verdict = ChallengeVerdict(input.envelope, expecting: expected, on: network, at: now)
        if let fault = verdict.fault {
            throw Failure(
                .protocolBroken,
                "\(input.origin): this is not a challenge of \(login.domain.text): \(fault.phrase.plain) (\(fault.rawValue))"
            )
        }
        let needed = client.clientDomain == nil ? 1 : 2
        let signers = input.envelope.signers(among: [login.signingKey.key], on: network)
        let others = signers.count { $0 == nil }
        guard others >= needed else {
            throw Failure(
                .badInput,
                others == 0
                    ? "\(input.origin): only the anchor has signed this"
                    : "\(input.origin): two signatures are required, of the account and of the client domain, but there is one",
                hint: others == 0
                    ? "sign it with coldstar-sign first" : "merge the signatures with coldstar-submit merge")
        }
    }

    private func show(_ token: AccessToken, _ client: WebAuthClient, _ login: WebAuth) throws(Failure) {
        let line = "logged in at \(login.domain.text) as \(client.subject) until \(token.expiry.utc)"
        guard json else {
            if printToken { Console.tell(line) }
            return try Console.put(line: printToken ? token.exposed : line)
        }
        var members: [(String, JSON)] = [
            ("home_domain", .string(login.domain.text)), ("account", .string(client.account.address)),
            ("memo_id", client.memo.map { .string(String($0)) } ?? .null),
            ("client_domain", client.clientDomain.map { .string($0.text) } ?? .null),
            ("issued", token.issued.map { .string($0.rfc3339) } ?? .null), ("expires", .string(token.expiry.rfc3339)),
        ]
        if printToken { members.append(("token", .string(token.exposed))) }
        try Console.put(document: .object(JSONObject(members)))
    }
}
