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
        commandName: "auth",
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
        let keys = try signers.map { text throws(Failure) in try FieldID.signer.value(of: text, as: AccountID.self) }
        let reply = try SignerReply(
            try TransactionInput(challenge),
            request: try request.map { path throws(Failure) in try TransactionInput(path) }, signers: keys,
            journal: journal)
        if case .transaction = reply, clientDomainResponse != nil || shape != nil || !signers.isEmpty {
            throw Failure(
                .usage, "--client-domain-response, --shape and --signer are for the login of a contract account, C...")
        }
        let shape = try shape.map { text throws(Failure) in
            guard let shape = ContractAccountShape(rawValue: text), shape != .authPayload else {
                throw Failure(.usage, .shape, "bytes64 or map")
            }
            return shape
        }
        let clientDomain = try clientDomainResponse.map { path throws(Failure) in
            try SignerReply(try TransactionInput(path), journal: journal)
        }
        let login = try LoginJob(
            reply, clientDomain: clientDomain, shape: shape, network: try network.choice, context: context,
            now: try clock.time()
        ).run(noting: journal)
        if json { return try Console.result(document: login.document(withToken: printToken)) }
        if printToken { Console.diagnostic(Wording(login.text)) }
        try Console.result(line: printToken ? login.token.exposed : login.text)
    }

    private var context: OnlineContext { OnlineContext(home: home, horizon: horizon, rpc: rpc) }
}
