// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct Payment: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send an amount of an asset to an account.",
        discussion: """
            Example: coldstar-build payment --network testnet --source G... --destination G... --asset native --amount 10.5
            """)

    @Option(help: "The destination: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var destination: String?

    @Option(help: "XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var asset: String?

    @Option(
        help:
            "Units, exact to 7 decimals; max sends all that is spendable: the balance less reserve, liabilities and fee."
    )
    var amount: String?

    @Option(
        help:
            "A web+stellar:pay link (SEP-7), or a file with one: says destination, asset, memo, network, often the amount.",
        completion: .file())
    var link: String?

    @OptionGroup var options: BuildOptions

    func validate() throws {
        if link == nil {
            for (value, option) in [(destination, "--destination"), (asset, "--asset"), (amount, "--amount")]
            where value == nil {
                throw ValidationError("Missing expected argument '\(option) <\(option.dropFirst(2))>'")
            }
        } else if destination != nil || asset != nil {
            throw ValidationError(
                "--link gives destination and asset; only --amount can be added, if the link has no amount")
        }
    }

    func documentedNetwork() throws(Failure) -> Network? {
        guard let link = try PayLink(link) else { return nil }
        return try options.emission.network.resolve(link.pay.terms)
    }

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        if let link = try PayLink(link) { return .payment(try link.payment(amount, in: &draft)) }
        guard let asset, let amount, let destination else { preconditionFailure("validate() checks this") }
        let fixed = amount == "max" ? nil : try Arguments.amount(amount, "--amount")
        let paid = try draft.asset(asset, "--asset")
        let receiver = try draft.destination(destination, "--destination")
        let sum = if let fixed { fixed } else { try draft.most(of: paid) }
        return .payment(PaymentOp(destination: receiver, asset: paid, amount: sum.stroops))
    }
}
