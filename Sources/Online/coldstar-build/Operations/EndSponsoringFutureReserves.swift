// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct EndSponsoringFutureReserves: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "End a sponsorship begun by an earlier operation; the sponsored account is the source.",
        discussion: """
            Example: coldstar-build end-sponsoring-future-reserves --network testnet --append-to request.json \\
              --operation-source G...
            """)

    func operation() -> any OperationInput { PlainInput.endSponsoringFutureReserves }
}
