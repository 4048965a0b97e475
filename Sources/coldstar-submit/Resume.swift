// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Journal
import OnlineSupport
import Stellar

struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go on with everything whose outcome is not known yet.",
        discussion: """
            Looks up each transaction by its hash and sends the very same bytes again where the ledger has none and they can
            still go in. Example: coldstar-submit resume --network testnet
            """)

    @Option(help: "Seconds to wait for each outcome.")
    var wait: String = "60"

    @Flag(help: "Print one JSON document for each transaction, one a line.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        let wait = try Arguments.number(wait, "--wait", as: UInt32.self)
        let store = try OnlineJournal.open(home).store
        let open: [Submission]
        do { open = try store.open() } catch { throw Failure(error) }
        if open.isEmpty { Console.say("nothing is open") }
        var outcome = Outcome(json: json)
        let given = try network.flagged()
        for (passphrase, submissions) in Dictionary(grouping: open, by: \.transaction.networkPassphrase)
            .sorted(by: { $0.key < $1.key })
        {
            let network = Network(passphrase: passphrase)
            if let given, given != network { continue }
            let view = try LedgerView(try horizon.client(for: network), network: network)
            let submitter = Submitter(
                client: view.client, network: network, journal: store, clock: MachinePacing(), wait: UInt64(wait))
            for submission in submissions.sorted(by: { $0.transaction.sequence < $1.transaction.sequence }) {
                outcome.add(try submitter.run(submission.transaction))
            }
        }
        try outcome.end()
    }
}
