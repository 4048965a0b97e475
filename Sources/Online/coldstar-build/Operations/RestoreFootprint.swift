// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct RestoreFootprint: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore archived smart contract entries.",
        discussion: """
            The entries are those in the write footprint of --soroban-data.
            Example: coldstar-build restore-footprint --network testnet --source G... --soroban-data AAAAAA...
            """)

    @OptionGroup var soroban: SorobanOptions
    @OptionGroup var options: BuildOptions

    func resources() throws(Failure) -> SorobanTransactionData? { try soroban.data() }

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .restoreFootprint(RestoreFootprintOp(ext: .v0))
    }
}
