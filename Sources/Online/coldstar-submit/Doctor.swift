// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Submitting
import Terminal
import Workspace

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
            findings += try ReadinessJob(
                on: try network.required(), journal: try home.consultJournal(),
                in: OnlineContext(home: home, horizon: horizon, rpc: rpc), now: try clock.time()
            ).run()
        }
        if json {
            try Console.result(line: Readiness.document(findings, in: CommandStyle.current).text())
        } else {
            try Console.result([Readiness.text(of: findings)])
        }
        if let failure = Readiness.failure(in: findings) { throw failure }
    }
}
