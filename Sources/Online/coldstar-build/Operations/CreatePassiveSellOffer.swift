// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct CreatePassiveSellOffer: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Offer to sell an amount of an asset, without crossing offers at the same price.",
        discussion: """
            Example: coldstar-build create-passive-sell-offer --network testnet --source G... --selling USDC:G... \\
              --buying EURC:G... --amount 100 --price 0.92
            """)

    @OptionGroup var offer: OfferOptions

    @Option(help: "The amount of --selling to offer.")
    var amount: String

    @Option(help: "Units of --buying for one of --selling: a decimal number or N/D, kept as written.")
    var price: String

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let assets = try offer.assets(in: &draft)
        return .createPassiveSellOffer(
            CreatePassiveSellOfferOp(
                selling: assets.selling, buying: assets.buying,
                amount: try Arguments.amount(amount, "--amount").stroops,
                price: try Arguments.price(price, "--price")))
    }
}
