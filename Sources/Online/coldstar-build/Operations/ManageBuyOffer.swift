// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct ManageBuyOffer: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Offer to buy an amount of an asset, or change or delete such an offer.",
        discussion: """
            Example: coldstar-build manage-buy-offer --network testnet --source G... --selling native --buying USDC:G... \\
              --buy-amount 12 --price 8.5
            """)

    @OptionGroup var offer: OfferOptions

    @Option(help: "The amount of --buying to buy; 0 deletes the offer.")
    var buyAmount: String

    @Option(help: "Units of --selling for one of --buying: a decimal number or N/D, kept as written.")
    var price: String

    @Option(help: "The offer to change; 0 makes a new one.")
    var offerId: String = "0"

    func operation() -> any OperationInput {
        OfferInput(.buy(offerID: offerId), offer.assets, amount: buyAmount, price: price)
    }
}
