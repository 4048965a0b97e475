// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Terminal
import Workspace

struct Auth: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exchange a signed login challenge for the anchor's token (SEP-10, SEP-45), and store it.",
        discussion: """
            Example: coldstar-submit auth login-signed.xdr -n public
            The token is kept in a file that only you can read, for the commands that need it, and is not printed.
            For a contract account, give the signer's response. Its signature goes into the account's authorization entry in the form \
            that the account's code takes, which Stellar RPC is asked for.
            Exit codes: 0 logged in; 1 the anchor does not accept the signatures; 65 not signed, or expired; 76 the anchor's
            response is not a token for this login.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var challenge: String?

    @Option(help: "The request that a response answers, if it is not in this machine's journal.", completion: .file())
    var request: String?

    @Option(help: "For a contract account: the response for the client domain's entry.", completion: .file())
    var clientDomainResponse: String?

    @Option(help: "For a contract account: how its entry takes signatures, bytes64 or map (default: as its code says).")
    var shape: String?

    @Option(
        name: .customLong("signer"),
        help: "For a contract account: a key, G..., that may have signed, for a response from a QR code.")
    var signers: [String] = []

    @Flag(help: "Print the token to standard output: anyone who has it is logged in as you.")
    var printToken = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let journal = try home.journals().open()
        let source = try TransactionInput(challenge)
        let asked = try request.map { path throws(Failure) in try TransactionInput(path) }
        if let signed = try entry(in: source, asked: asked, journal) { return try logIn(signed, journal) }
        guard clientDomainResponse == nil, shape == nil, signers.isEmpty else {
            throw Failure(
                .usage, "--client-domain-response, --shape and --signer are for the login of a contract account, C...")
        }
        let request = try asked.map { source throws(Failure) in
            try TransactionToSubmit(source, takesChallenges: true)
        }
        let input = try SignedInput(source, request: request, journal: journal, takesChallenges: true)
        let network = try self.network.resolve(documented: input.network)
        let now = try clock.time()
        let challenge = try SignedChallenge(input.envelope, origin: input.origin, on: network, at: now)
        let login = try challenge.logIn(in: context, noting: journal)
        try show(login.text, login.token, login.document(withToken: printToken))
    }

    /// The response for an entry; nil for the envelope of an account's login.
    private func entry(
        in source: TransactionInput, asked: TransactionInput?, _ journal: any OnlineJournal
    ) throws(Failure) -> SignedLoginEntry? {
        var given: SigningRequest?
        if let document = asked?.request {
            guard document.kind == .authorization else { return nil }
            given = document
        }
        let keys = try signers.map { text throws(Failure) in try FieldID.signer.value(of: text, as: AccountID.self) }
        return try SignedLoginEntry(source, request: given, signers: keys, journal: journal)
    }

    private func logIn(_ signed: SignedLoginEntry, _ journal: any OnlineJournal) throws(Failure) {
        let shape = try shape.map { text throws(Failure) in
            guard let shape = ContractAccountShape(rawValue: text), shape != .authPayload else {
                throw Failure(.usage, .shape, "bytes64 or map")
            }
            return shape
        }
        let other = try clientDomainResponse.map { path throws(Failure) in
            let source = try TransactionInput(path)
            guard let other = try SignedLoginEntry(source, request: nil, signers: [], journal: journal) else {
                throw Failure(.badInput, "\(source.origin): this is not the response to a request for an entry")
            }
            return other
        }
        let challenge = try SignedContractChallenge(signed, clientDomain: other)
        let login = try challenge.logIn(
            on: try network.resolve(documented: challenge.network), shape: shape, at: try clock.time(), in: context,
            noting: journal)
        try show(login.text, login.token, login.document(withToken: printToken))
    }

    private var context: OnlineContext { OnlineContext(home: home, horizon: horizon, rpc: rpc) }

    private func show(_ text: String, _ token: AccessToken, _ document: JSON) throws(Failure) {
        if json { return try Console.result(document: document) }
        if printToken { Console.diagnostic(Wording(text)) }
        try Console.result(line: printToken ? token.exposed : text)
    }
}
