// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct Clawback: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "As an issuer, claw back an amount of the asset from an account.",
        discussion: """
            Example: coldstar-build clawback --network testnet --source G... --asset USDC:G... --from G... --amount 5
            """)

    @Option(help: "CODE:ISSUER; the issuer is the account that acts.", completion: Completion.assets)
    var asset: String

    @Option(help: "The account that loses it: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var from: String

    @Option(help: "Units, exact to 7 decimals.")
    var amount: String

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try draft.ownAsset(asset, "--asset")
        let amount = try Arguments.amount(amount, "--amount")
        let from = try draft.account(from, "--from")
        return .clawback(ClawbackOp(asset: asset, from: from, amount: amount.stroops))
    }
}
