// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Terminal

struct Withdrawal: ParsableCommand, RefusesEmptyOptions {
    static let configuration = CommandConfiguration(
        commandName: "withdrawal", abstract: "Build the payment that an anchor expects for a withdrawal.",
        discussion: """
            Examples: coldstar-build withdrawal 3 --out pay.json
            coldstar-build withdrawal --home-domain example.com --account G... --id ID -n public --out pay.json
            Account, amount, asset and memo come from the anchor's transfer, begun with coldstar-submit anchor withdraw. They are
            compared with the request made then: another asset is refused, another amount needs --amount or --yes. A transfer
            already paid from this machine is paid again only with --again.
            """)

    @Argument(help: "The transfer's number on this machine; anchor, account and network are known from it.")
    var transfer: String?

    @Option(help: "The anchor's domain, for example example.com, where the transfer was not begun on this machine.")
    var homeDomain: String?

    @Option(
        help: "Who is logged in, and pays unless --source says otherwise: G..., M..., a contact or a federation name.",
        completion: Completion.accounts)
    var account: String?

    @Option(help: "The memo id of a user of a shared account, as at the login.")
    var memoId: String?

    @Option(help: "The anchor's id of the transfer, or its number on this machine.")
    var id: String?

    @Option(help: "native or CODE:ISSUER, if the anchor does not give it.", completion: Completion.assets)
    var asset: String?

    @Option(help: "Units, if the anchor does not give it.")
    var amount: String?

    @Flag(help: "Pay the amount that the anchor expects, even if another was requested.")
    var yes = false

    @Flag(help: "Pay even if a payment for it was already submitted from this machine.")
    var again = false

    @OptionGroup var options: BuildOptions

    func run() throws {
        let terms = WithdrawalTerms(
            asset: try FieldID.asset.optionalValue(of: asset), amount: try FieldID.amount.optionalValue(of: amount),
            acceptsAmount: yes, again: again)
        let (session, name) = try session()
        try Settings.noteIgnoredServer(on: session.network)
        let wanted = try options.parameters(NetworkSelection(session.network), source: options.source ?? account)
        try options.emission.handOver(
            WithdrawalJob(session, named: name, mayBeNumber: homeDomain != nil, terms, wanted))
    }

    /// The session with the anchor, and the transfer's number or id.
    private func session() throws(Failure) -> (AnchorSession, String) {
        let emission = options.emission
        guard let name = transfer ?? id, transfer == nil || id == nil else {
            throw Failure(.usage, "give either the transfer's number or --id")
        }
        let account = try homeDomain == nil ? account : Settings.shownAccount(account, option: "--account")
        guard homeDomain == nil || account != nil else {
            throw Failure(.usage, "--account is missing: --home-domain needs it")
        }
        return try AnchorSession.ofTransfer(
            name, homeDomain: homeDomain, account: account, memo: memoId, network: try emission.network.choice,
            horizon: emission.horizon, rpc: emission.rpc, home: emission.home, clock: emission.clock)
    }
}
