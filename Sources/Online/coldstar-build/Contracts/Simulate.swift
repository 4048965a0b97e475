// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Handoff
import OnlineShell
import Shell

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
        let call = try UnsignedCall(try TransactionInput(transaction), options.network.choice)
        let client = try simulation.rpc.client(for: call.network, options.horizon)
        let simulated = try SimulatedRequest(
            call, by: client, try simulation.terms(), now: try options.clock.time())
        Notices.show(simulated.notices)
        try options.handOver(try simulated.request(note: options.note))
    }
}
