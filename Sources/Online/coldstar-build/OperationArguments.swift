// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults

/// The options that describe one operation, and the command that they make with `Build`.
protocol OperationArguments: ParsableArguments {
    /// The command's help; its name is the type's if it gives none.
    static var configuration: CommandConfiguration { get }

    /// The operation that the options describe.
    func operation() throws(Failure) -> any OperationInput
}
