// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import CommandLine
import Handoff
import Terminal

struct Compose: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Make a request from an existing transaction, such as one written by hand in txrep.",
        discussion: """
            Example: coldstar-build convert request.json --format txrep --out tx.txt, edit tx.txt, then
            coldstar-build compose tx.txt --network testnet
            The transaction is used exactly as written, without the network.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let given = try TransactionInput(transaction).toSign()
        let network = try given.network(options.network.choice)
        try options.handOver(
            ComposeJob(
                given.envelope, on: network, note: options.note ?? given.note, created: try options.clock.time(),
                in: options.context(offline: true))
        )
    }
}
