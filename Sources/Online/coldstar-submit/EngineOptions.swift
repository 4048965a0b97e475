// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import Shell
import Submitter

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

    /// The budget for waiting for servers that ask for time, which tells the user what it waits for.
    func retryBudget(_ settings: Submitter.Settings) -> RetryBudget {
        RetryBudget(SystemMonotonicClock(), seconds: settings.wait) { pause in
            Console.say("no server takes requests just now: waiting \(pause) s")
        }
    }
}
