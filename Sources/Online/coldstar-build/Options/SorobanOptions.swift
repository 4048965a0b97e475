// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import StellarXDR

/// What a Soroban operation may touch and use, and what it pays for that.
struct SorobanOptions: ParsableArguments {
    @Option(help: "The SorobanTransactionData: footprint, resources and resource fee, which is added to the fee.")
    var sorobanData: String

    func data() throws(Failure) -> SorobanTransactionData {
        try WireArgument.read(sorobanData, "--soroban-data", as: SorobanTransactionData.self)
    }
}
