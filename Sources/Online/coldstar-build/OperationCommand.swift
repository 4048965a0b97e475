// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

/// A command that makes one operation, in a transaction of its own or behind others.
protocol OperationCommand: ParsableCommand {
    var options: BuildOptions { get }

    /// The operation that the options describe; the draft finds accounts and knows the ledger.
    func body(in draft: inout Draft) throws(Failure) -> OperationBody

    /// The network that something in the options names; nil when nothing does.
    func documentedNetwork() throws(Failure) -> Network?

    /// What a Soroban operation may touch and use; nil for every other.
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
