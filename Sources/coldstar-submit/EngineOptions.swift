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
        // As a value is that ArgumentParser itself does not take, such as -1: a fault of the command line.
        guard let parallel = Int(parallel), (1...256).contains(parallel) else {
            throw Failure(.usage, "--parallel is a number from 1 to 256")
        }
        guard let wait = UInt32(wait) else {
            throw Failure(.usage, "--wait is a number of seconds, at most \(UInt32.max)")
        }
        return Submitter.Settings(wait: UInt64(wait), parallel: parallel, queue: queue)
    }
}
