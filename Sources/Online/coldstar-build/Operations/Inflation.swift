// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct Inflation: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run inflation, which the network ended in 2019: the operation always fails.",
        discussion: "Example: coldstar-build inflation --network local --source G... --sequence 7")

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        Console.say("note: inflation ended with protocol 12; networks refuse this operation")
        return .inflation
    }
}
