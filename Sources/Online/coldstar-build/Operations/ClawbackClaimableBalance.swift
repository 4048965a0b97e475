// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct ClawbackClaimableBalance: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "As an issuer, claw back a claimable balance of the asset.",
        discussion: """
            Example: coldstar-build clawback-claimable-balance --network testnet --source G... --balance-id B...
            """)

    @Option(help: "B..., or its 72 hexadecimal digits as in Horizon.")
    var balanceId: String

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .clawbackClaimableBalance(
            ClawbackClaimableBalanceOp(balanceID: try Arguments.balance(balanceId, "--balance-id")))
    }
}
