// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults
import OnlineShell

/// The footprint, resources and resource fee of a Soroban operation.
struct SorobanOptions: ParsableArguments {
    @Option(help: "The SorobanTransactionData: footprint, resources and resource fee, which is added to the fee.")
    var sorobanData: String

    func input() throws(Failure) -> WireInput { try WireInput(argument: sorobanData) }
}
