// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

struct Inflation: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run inflation, which the network gave up in 2019: the operation always fails there.",
        discussion: "Example: coldstar-build inflation --network local --source G... --sequence 7")

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        Console.say("note: networks have not run inflation since protocol 12, and refuse this operation (op_not_time)")
        return .inflation
    }
}
