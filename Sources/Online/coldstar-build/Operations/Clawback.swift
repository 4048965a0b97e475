// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct Clawback: OperationArguments {
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

    func operation() -> any OperationInput { ClawbackInput(asset: asset, from: from, amount: amount) }
}
