// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct ExtendFootprintTTL: OperationCommand {
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
    @OptionGroup var options: BuildOptions

    func resources() throws(Failure) -> SorobanTransactionData? { try soroban.data() }

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .extendFootprintTtl(
            ExtendFootprintTTLOp(ext: .v0, extendTo: try Arguments.number(extendTo, "--extend-to", as: UInt32.self)))
    }
}
