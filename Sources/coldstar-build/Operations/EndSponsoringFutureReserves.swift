// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

struct EndSponsoringFutureReserves: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a sponsorship that an earlier operation began; the account that is sponsored does it.",
        discussion: """
            Example: coldstar-build end-sponsoring-future-reserves --network testnet --append-to request.json \\
              --operation-source G...
            """)

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody { .endSponsoringFutureReserves }
}
