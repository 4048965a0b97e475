// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

/// A command that builds one operation, in a new transaction or appended to an existing one.
protocol OperationCommand: ParsableCommand {
    var options: BuildOptions { get }

    /// The operation that the options describe; the draft resolves accounts and gives access to the ledger.
    func body(in draft: inout Draft) throws(Failure) -> OperationBody

    /// The network that one of the options names; nil if none does.
    func documentedNetwork() throws(Failure) -> Network?

    /// The footprint and resources of a Soroban operation; nil for other operations.
    func resources() throws(Failure) -> SorobanTransactionData?
}

extension OperationCommand {
    func documentedNetwork() throws(Failure) -> Network? { nil }
    func resources() throws(Failure) -> SorobanTransactionData? { nil }

    func run() throws {
        var draft = try Draft(options, network: try documentedNetwork())
        let body = try body(in: &draft)
        try draft.finish(body, resources: try resources())
    }
}
