// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
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

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        let settings = try engine.settings()
        guard try OnlineJournal.consulting(home) != nil else { return }
        let store = try OnlineJournal.open(home).store
        let open: [OpenSubmission]
        let held: Int
        do { (open, held) = (try store.open(), try store.held()) } catch { throw Failure(error) }
        if open.isEmpty { Console.say("no pending transactions") }
        if held > 0 {
            Console.say("\(held) held back after a failure: to submit them, pass them to coldstar-submit send")
        }
        let given = try network.flagged()
        var run = SubmitRun(store, json: json)
        for (passphrase, rows) in Dictionary(grouping: open, by: \.networkPassphrase).sorted(by: { $0.key < $1.key }) {
            let network = Network(passphrase: passphrase)
            if let given, given != network { continue }
            let transactions = try rows.map(Self.transaction)
            do { try bring(transactions, network, store, settings, &run) } catch {
                // The servers of another network may still be reachable.
                guard error.isOfServers else { throw error }
                try run.add(error, for: transactions)
            }
        }
        try run.end()
    }

    private static func transaction(_ row: OpenSubmission) throws(Failure) -> PendingTransaction {
        guard let transaction = PendingTransaction(row) else {
            throw Failure(.badInput, "the journal contains a transaction with an invalid hash or source: \(row.hash)")
        }
        return transaction
    }

    private func bring(
        _ transactions: [PendingTransaction], _ network: Network, _ store: SQLiteJournal,
        _ settings: Submitter.Settings,
        _ run: inout SubmitRun
    ) throws(Failure) {
        let retryBudget = RetryBudget(SystemMonotonicClock(), seconds: settings.wait)
        let view = try horizon.ledger(of: network, waiting: retryBudget)
        let submitter = Submitter(
            transactions, bases: view.client.bases, http: try horizon.multiplexer(parallel: settings.parallel),
            journal: store, clock: SystemMonotonicClock(), settings: settings, ledgerTime: view.ledgerTime)
        try run.go(submitter, transactions)
    }
}
