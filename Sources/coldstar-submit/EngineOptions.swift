// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Submitter

/// How `send` and `resume` go about it.
struct EngineOptions: ParsableArguments {
    @Option(help: "Seconds to wait for the outcome of each transaction, from when its turn comes.")
    var wait: String = "60"

    @Option(help: "The most requests under way at once.")
    var parallel: String = "32"

    @Flag(
        name: .customLong("async"), inversion: .prefixedNo, exclusivity: .exclusive,
        help: """
            Post to transactions_async, whose answer does not wait for a ledger; without either where more accounts send than \
            there may be requests.
            """)
    var queue: Bool?

    func settings() throws(Failure) -> Submitter.Settings {
        let parallel = try Arguments.number(parallel, "--parallel", as: Int.self)
        guard (1...256).contains(parallel) else { throw Failure(.usage, "--parallel is a number from 1 to 256") }
        return Submitter.Settings(
            wait: UInt64(try Arguments.number(wait, "--wait", as: UInt32.self)), parallel: parallel, queue: queue)
    }
}
