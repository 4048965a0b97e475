// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct ClawbackClaimableBalance: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "As an issuer, claw back a claimable balance of the asset.",
        discussion: """
            Example: coldstar-build clawback-claimable-balance --network testnet --source G... --balance-id B...
            """)

    @Option(help: "B..., or its 72 or 64 hexadecimal digits as in Horizon or explorers.")
    var balanceId: String

    func operation() -> any OperationInput { ClaimInput(balanceID: balanceId, isClawback: true) }
}
