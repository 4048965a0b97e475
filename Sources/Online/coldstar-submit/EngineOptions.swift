// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import LedgerAPI
import Submitting
import Terminal
import Workspace

/// Options that control how `send` and `resume` submit.
struct EngineOptions: ParsableArguments {
    @Option(help: "Seconds to wait for the outcome of each transaction, counted from its turn.")
    var wait: String = "60"

    @Option(help: "The maximum number of concurrent requests.")
    var parallel: String = "32"

    @Flag(
        name: .customLong("async"), inversion: .prefixedNo, exclusivity: .exclusive,
        help: """
            Submit to transactions_async, which does not wait for a ledger (default: when more accounts submit than \
            --parallel allows).
            """)
    var queue: Bool?

    func settings() throws(Failure) -> Submitter.Settings {
        try Submitter.Settings(wait: wait, parallel: parallel, queue: queue)
    }

    /// The servers, with word of each pause that they ask for.
    func servers(_ context: OnlineContext, _ settings: Submitter.Settings) -> SubmissionServers {
        SubmissionServers(context, settings) { pause in
            Console.say("no server takes requests just now: waiting \(pause) s")
        }
    }
}
