// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport
import Stellar
import StellarXDR

struct Payment: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send an amount of an asset to an account.",
        discussion: """
            Example: coldstar-build payment --network testnet --source G... --destination G... --asset native --amount 10.5
            """)

    @Option(help: "Who receives: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var destination: String

    @Option(help: "native or CODE:ISSUER.", completion: Completion.assets)
    var asset: String

    @Option(help: "Units, exact to 7 decimals; max sends all that may leave above reserve, liabilities and fee.")
    var amount: String

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try Arguments.asset(asset, "--asset")
        let fixed = amount == "max" ? nil : try Arguments.amount(amount, "--amount")
        let destination = try draft.destination(destination, "--destination")
        let amount = if let fixed { fixed } else { try draft.most(of: asset) }
        return .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops))
    }
}
