// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults

struct ExtendFootprintTTL: OperationArguments {
    static let configuration = CommandConfiguration(
        commandName: "extend-footprint-ttl", abstract: "Extend the time to live of smart contract entries.",
        discussion: """
            The entries are those in the read footprint of --soroban-data.
            Example: coldstar-build extend-footprint-ttl --network testnet --source G... --extend-to 500000 \\
              --soroban-data AAAAAA...
            """)

    @Option(help: "The minimum number of ledgers the entries live from now.")
    var extendTo: String

    @OptionGroup var soroban: SorobanOptions
    func operation() throws(Failure) -> any OperationInput {
        ContractInput(.extend(to: extendTo), sorobanData: try soroban.input())
    }
}
