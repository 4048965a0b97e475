// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct Inflation: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Run inflation, which the network ended in 2019: the operation always fails.",
        discussion: "Example: coldstar-build inflation --network local --source G... --sequence 7")

    func operation() -> any OperationInput { PlainInput.inflation }
}
