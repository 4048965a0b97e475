// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import Journal
import OnlineShell
import Shell
import Submitter

struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Continue with every transaction whose outcome is unknown.",
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
        guard let journal = try OnlineJournal.continuing(home) else { return }
        let plan = try ResumePlan(journal)
        if plan.parts.isEmpty { Console.say("no pending transactions") }
        if plan.held > 0 {
            Console.say("\(plan.held) held back after a failure: to submit them, pass them to coldstar-submit send")
        }
        let given = try network.named()
        var run = SubmissionRun(journal)
        var screen = SubmissionScreen(json: json)
        let context = OnlineContext(home: home, horizon: horizon, rpc: rpc)
        for part in plan.parts where given == nil || given == part.network {
            let transactions = part.transactions
            // After a failure of the servers, those of another network may still be reachable.
            try screen.show(&run, of: transactions) { () throws(Failure) in
                let view = try rpc.ledger(of: part.network, context, waiting: engine.retryBudget(settings))
                return Submitter(
                    transactions, on: view, http: try horizon.multiplexer(parallel: settings.parallel),
                    journal: journal, settings: settings)
            }
        }
        if let failure = run.failure { throw failure }
    }
}
