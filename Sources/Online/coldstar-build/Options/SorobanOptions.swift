// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import StellarXDR

/// The footprint, resources and resource fee of a Soroban operation.
struct SorobanOptions: ParsableArguments {
    @Option(help: "The SorobanTransactionData: footprint, resources and resource fee, which is added to the fee.")
    var sorobanData: String

    func data() throws(Failure) -> SorobanTransactionData {
        try WireArgument.read(sorobanData, "--soroban-data", as: SorobanTransactionData.self)
    }
}
