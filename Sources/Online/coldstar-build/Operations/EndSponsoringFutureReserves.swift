// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct EndSponsoringFutureReserves: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a sponsorship begun by an earlier operation; the sponsored account is the source.",
        discussion: """
            Example: coldstar-build end-sponsoring-future-reserves --network testnet --append-to request.json \\
              --operation-source G...
            """)

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody { .endSponsoringFutureReserves }
}
