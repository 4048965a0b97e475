// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct CreatePassiveSellOffer: OperationArguments {
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

    func operation() -> any OperationInput { OfferInput(.passiveSell, offer.assets, amount: amount, price: price) }
}
