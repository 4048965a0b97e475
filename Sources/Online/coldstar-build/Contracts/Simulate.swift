// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import CommandLine
import Handoff
import Terminal

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Complete an unsigned contract transaction with footprint, resources and authorization, by simulating it.",
        discussion: """
            Example: coldstar-build simulate request.json --out simulated.json
            Authorization entries that the transaction has are kept; an earlier simulation's resources are replaced.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @OptionGroup var simulation: CallOptions
    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let given = try GivenTransaction(try TransactionInput(transaction), options.network.choice)
        try options.handOver(
            SimulateJob(
                try UnsignedCall(given), try simulation.terms(), note: options.note, now: try options.clock.time(),
                in: options.context(rpc: simulation.rpc)))
    }
}
