// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct ManageSellOffer: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Offer to sell an amount of an asset, or change or delete such an offer.",
        discussion: """
            Example: coldstar-build manage-sell-offer --network testnet --source G... --selling native --buying USDC:G... \\
              --amount 100 --price 0.12
            """)

    @OptionGroup var offer: OfferOptions

    @Option(help: "The amount of --selling to offer; 0 deletes the offer.")
    var amount: String

    @Option(help: "Units of --buying for one of --selling: a decimal number or N/D, kept as written.")
    var price: String

    @Option(help: "The offer to change; 0 makes a new one.")
    var offerId: String = "0"

    func operation() -> any OperationInput {
        OfferInput(.sell(offerID: offerId), offer.assets, amount: amount, price: price)
    }
}
