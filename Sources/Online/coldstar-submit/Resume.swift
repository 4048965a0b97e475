// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Journal
import Submitting
import Terminal
import Workspace

struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Continue with every transaction whose outcome is unknown.",
        discussion: """
            Looks up each transaction by its hash, and submits the same bytes again if it was not applied and still can
            be. Example: coldstar-submit resume --network testnet
            """)

    @OptionGroup var engine: EngineOptions

    @Flag(help: "Print one JSON document per line for each transaction.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        let settings = try engine.settings()
        guard let journal = try home.continueJournal() else { return }
        let context = OnlineContext(home: home, horizon: horizon, rpc: rpc)
        let job = try ResumeJob(journal, servers: engine.servers(context, settings))
        let given = try network.named()
        for part in job.plan.parts where given == nil || given == part.network {
            try rpc.noteIgnored(horizon, on: part.network)
        }
        var screen = SubmissionScreen(json: json)
        defer { screen.end() }
        if let failure = try job.run(on: given, events: { event in screen.show(event) }) { throw failure }
    }
}
