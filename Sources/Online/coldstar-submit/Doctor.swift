// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Journal
import LedgerAPI
import Submitting
import Terminal

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that this machine, its journal and the servers are ready to submit.",
        discussion: """
            Example: coldstar-submit doctor --network testnet
            Exit codes: 0 all is well; 1 something needs attention; 65 the server is of another network; 69 no server answers.
            """)

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        var findings = SettingsReport.findings(network: network, horizon: horizon)
        if findings.allSatisfy(\.isGood) {
            let network = try network.required()
            findings.append(try Readiness.check(try home.consultJournal()))
            let rpcClient = try rpc.servers(horizon).givenClient(for: network)
            if let rpcClient { findings += try Readiness.check(rpcClient, now: try clock.time()) }
            // With a Stellar RPC server, a Horizon is used only if it is named too.
            if let client = rpcClient == nil
                ? try horizon.client(for: network) : try horizon.servers().givenClient(for: network)
            {
                findings += try Readiness.check(client, on: network, now: try clock.time())
            }
        }
        if json {
            try Console.result(line: Readiness.document(findings, in: CommandStyle.current).text())
        } else {
            try Console.result([Readiness.text(of: findings)])
        }
        if let failure = Readiness.failure(in: findings) { throw failure }
    }
}
