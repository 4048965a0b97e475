// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults

struct RestoreFootprint: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Restore archived smart contract entries.",
        discussion: """
            The entries are those in the write footprint of --soroban-data.
            Example: coldstar-build restore-footprint --network testnet --source G... --soroban-data AAAAAA...
            """)

    @OptionGroup var soroban: SorobanOptions
    func operation() throws(Failure) -> any OperationInput {
        ContractInput(.restore, sorobanData: try soroban.input())
    }
}
