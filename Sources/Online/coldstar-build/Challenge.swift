// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Building
import OnlineShell
import Shell
import Transfers

struct Challenge: ParsableCommand, RefusesEmptyOptions {
    static let configuration = CommandConfiguration(
        abstract: "Fetch a login challenge from an anchor (SEP-10), check it, and write the request to sign it.",
        discussion: """
            Example: coldstar-build challenge --home-domain example.com --account G... -n public --out login.json
            Sign it with coldstar-sign while it is valid (usually 15 minutes); coldstar-submit auth exchanges it for a token.
            """)

    @Option(help: "The anchor's domain, for example example.com.")
    var homeDomain: String?

    @Option(help: "Who logs in: G..., M..., a contact's name or a federation name.", completion: Completion.accounts)
    var account: String?

    @Option(help: "The memo id of a user of a shared account; not with an M address.")
    var memoId: String?

    @Option(help: "A client domain, whose key signs too and identifies the wallet.")
    var clientDomain: String?

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let network = try options.network.required()
        let session = try AnchorSession(
            homeDomain: try Settings.homeDomain(homeDomain, on: options.network),
            account: try Settings.requiredAccount(account, "--account <account>"), memo: memoId, network: network,
            horizon: options.horizon, home: options.home, clock: options.clock)
        let who = try session.someone()
        let login = LoginRequest(
            at: session.toml, on: network, by: session.transport, allowsLoopback: options.horizon.httpLoopback)
        try options.handOver(
            try login.request(
                for: who.account, memo: who.memo, clientDomain: clientDomain, note: options.note,
                clock: options.clock.time))
    }
}
