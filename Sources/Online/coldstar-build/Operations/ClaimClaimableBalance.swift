// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct ClaimClaimableBalance: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Claim a claimable balance.",
        discussion: "Example: coldstar-build claim-claimable-balance --network testnet --source G... --balance-id B...")

    @Option(help: "B..., or its 72 or 64 hexadecimal digits as in Horizon or explorers.")
    var balanceId: String

    func operation() -> any OperationInput { ClaimInput(balanceID: balanceId) }
}
