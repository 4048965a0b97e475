// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Submitting
import Terminal
import Workspace

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
        let job = SubmitJob(
            try options.given(transactions), network: try options.network.choice,
            servers: engine.servers(options.context, settings), now: try options.clock.time())
        var screen = SubmissionScreen(json: options.json)
        defer { screen.end() }
        let failure = try job.run { network throws(Failure) in
            try options.rpc.noteIgnored(on: network)
        } events: { event in
            screen.show(event)
        }
        if let failure { throw failure }
    }
}
