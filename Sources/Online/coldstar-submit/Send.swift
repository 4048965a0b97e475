// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify the signatures, submit the transactions and wait for their outcome.",
        discussion: """
            Example: coldstar-submit send response.json
            A file may contain thousands, one per line: those of an account are submitted in the order of their numbers, each \
            when the one before is applied; accounts are processed in parallel. Exit codes: 0 all were applied; 1 one was rejected or failed; 75 an
            outcome is unknown, continue with coldstar-submit resume; 69 nothing was submitted, run it again.
            """)

    @Argument(
        help: "TX: signed envelopes, requests or responses; files, - for standard input, or the text itself.",
        completion: .file())
    var transactions: [String] = []

    @Flag(help: "Continue after transactions that failed in a ledger in an earlier run.")
    var pastFailures = false

    @OptionGroup var engine: EngineOptions
    @OptionGroup var options: SubmitOptions

    func run() throws {
        var settings = try engine.settings()
        settings.passesFailures = pastFailures
        var (journal, request, batch) = try options.open(transactions)
        let plan = try SendPlan(&batch, options.network.choice)
        if request == nil { for text in try plan.warnings(about: batch, in: journal) { Console.say(text) } }
        for text in plan.notes(now: Int64(clamping: try options.clock.time().seconds)) { Console.say(text) }
        let context = options.context
        try context.checkCodes(
            of: plan.items.map { item throws(Failure) in try plan.envelope(of: item, in: batch) }, on: plan.network,
            journal)
        var run = SubmissionRun(journal.store)
        var screen = SubmissionScreen(json: options.json)
        try screen.show(&run, of: plan.transactions) { () throws(Failure) in
            let http = try options.horizon.multiplexer(parallel: settings.parallel)
            var view = try options.rpc.ledger(
                of: plan.network, context, waiting: engine.retryBudget(settings))
            let progress = Progress.counter("fetching", "accounts")
            try plan.checkSignatures(
                of: batch, in: &view, over: http, parallel: settings.parallel, progress: progress)
            try plan.queue(batch, in: journal)
            return Submitter(plan.transactions, on: view, http: http, journal: journal.store, settings: settings)
        }
        if let failure = run.failure { throw failure }
    }
}
