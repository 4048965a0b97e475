// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport
import Stellar
import StellarXDR

struct Payment: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send an amount of an asset to an account.",
        discussion: """
            Example: coldstar-build payment --network testnet --source G... --destination G... --asset native --amount 10.5
            """)

    @Option(help: "Who receives: G... or M...")
    var destination: String

    @Option(help: "native or CODE:ISSUER.")
    var asset: String

    @Option(help: "Units, exact to 7 decimals; max sends all that may leave above reserve, liabilities and fee.")
    var amount: String

    @OptionGroup var options: BuildOptions

    func run() throws {
        let destination = try Arguments.account(destination, "--destination")
        let asset = try Arguments.asset(asset, "--asset")
        let fixed = amount == "max" ? nil : try Arguments.amount(amount, "--amount")
        var draft = try Draft(options)
        let amount = try fixed ?? draft.most(of: asset)
        try draft.finish(.payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops)))
    }
}
