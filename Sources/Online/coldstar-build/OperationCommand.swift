// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults

/// A command that builds one operation, in a new transaction or appended to an existing one.
protocol OperationCommand: ParsableCommand {
    var options: BuildOptions { get }

    /// The operation that the options describe.
    func operation() throws(Failure) -> any OperationInput
}

extension OperationCommand {
    func run() throws { try options.build { () throws(Failure) in try operation() } }
}
