// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import Journal
import OnlineShell
import Shell
import Submitter
import Transfers

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

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let journal = try OnlineJournal.open(home)
        let request = try RequestedTransaction.read(request, takesChallenges: true)
        let input = try SignedInput(challenge, request: request, journal: journal, takesChallenges: true)
        let network = try self.network.resolve(documented: input.network)
        let now = try clock.time()
        let challenge = try SignedChallenge(input.envelope, origin: input.origin, on: network, at: now)
        let transport = try horizon.transport()
        let login: AnchorLogin
        do throws(TransferError) {
            login = try challenge.login(by: transport, allowsLoopback: horizon.httpLoopback)
        } catch {
            throw Failure(error)
        }
        try login.keep(in: try home.online())
        try show(login)
    }

    private func show(_ login: AnchorLogin) throws(Failure) {
        if json { return try Console.put(document: login.document(withToken: printToken)) }
        if printToken { Console.tell(login.text) }
        try Console.put(line: printToken ? login.token.exposed : login.text)
    }
}
