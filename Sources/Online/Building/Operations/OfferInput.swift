// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// An offer to sell or to buy, or the change or deletion of one.
package struct OfferInput: OperationInput {
    package enum Kind: Hashable, Sendable {
        /// Sells an amount; does not cross offers at the same price.
        case passiveSell
        /// Sells an amount. An offer id above zero changes that offer, and the amount zero deletes it.
        case sell(offerID: Int64)
        /// Buys an amount.
        case buy(offerID: Int64)
    }

    private let kind: Kind
    private let selling: AssetReference
    private let buying: AssetReference
    private let amount: Amount
    private let price: Price

    package init(_ kind: Kind, selling: AssetReference, buying: AssetReference, amount: Amount, price: Price) {
        self.kind = kind
        self.selling = selling
        self.buying = buying
        self.amount = amount
        self.price = price
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let selling = try builder.asset(selling, .selling)
        let buying = try builder.asset(buying, .buying)
        guard selling != buying else {
            throw Failure(.badInput, "\(field: .selling) and \(field: .buying) are the same asset")
        }
        switch kind {
        case .passiveSell:
            return .createPassiveSellOffer(
                CreatePassiveSellOfferOp(
                    selling: selling, buying: buying, amount: try amount.positive(.amount).stroops, price: price))
        case .sell(let id):
            return .manageSellOffer(
                ManageSellOfferOp(
                    selling: selling, buying: buying, amount: try amount(.amount, offer: id), price: price,
                    offerID: id))
        case .buy(let id):
            return .manageBuyOffer(
                ManageBuyOfferOp(
                    selling: selling, buying: buying, buyAmount: try amount(.buyAmount, offer: id), price: price,
                    offerID: id))
        }
    }

    /// The amount of an offer in stroops; zero deletes an existing one.
    private func amount(_ field: FieldID, offer id: Int64) throws(Failure) -> Int64 {
        let amount = try amount.positive(field, allowsZero: true)
        guard amount > .zero || id > 0 else {
            throw Failure(.badInput, field, "0 deletes an offer: give its \(field: .offerID)")
        }
        return amount.stroops
    }
}

extension OperationSpec {
    private static let offered: [InputField] = [
        InputField(.selling, "Sell", .asset, "What is given: \(InputField.anyAsset)", initial: "XLM"),
        InputField(.buying, "Buy", .asset, "What is wanted: \(InputField.anyAsset)"),
    ]
    private static let sellPrice = InputField(
        .price, "Price", .text,
        "Units of \(field: .buying) for one of \(field: .selling): a decimal number or N/D, kept as written.")
    private static let offerID = InputField.optional(
        .offerID, "Offer", .number, "The offer to change; 0 makes a new one.", usual: "0")

    private static func offer(
        _ kind: OfferInput.Kind, _ amount: FieldID, _ texts: FieldTexts
    ) throws(Failure) -> OfferInput {
        OfferInput(
            kind, selling: try texts.value(.selling), buying: try texts.value(.buying), amount: try texts.value(amount),
            price: try texts.value(.price))
    }

    package static let manageSellOffer = OperationSpec(
        "manage-sell-offer", title: "Sell offer",
        "Offer to sell an amount of an asset, or change or delete such an offer.",
        offered + [
            InputField(
                .amount, "Amount to sell", .amount,
                "The amount of \(field: .selling) to offer; 0 deletes the offer."),
            sellPrice, offerID,
        ], example: [(.selling, "native"), (.buying, "USDC:G..."), (.amount, "100"), (.price, "0.12")]
    ) { texts throws(Failure) in
        try offer(.sell(offerID: try texts.optional(.offerID) ?? 0), .amount, texts)
    }

    package static let manageBuyOffer = OperationSpec(
        "manage-buy-offer", title: "Buy offer",
        "Offer to buy an amount of an asset, or change or delete such an offer.",
        offered + [
            InputField(
                .buyAmount, "Amount to buy", .amount,
                "The amount of \(field: .buying) to buy; 0 deletes the offer."),
            InputField(
                .price, "Price", .text,
                "Units of \(field: .selling) for one of \(field: .buying): a decimal number or N/D, kept as written."),
            offerID,
        ], example: [(.selling, "native"), (.buying, "USDC:G..."), (.buyAmount, "12"), (.price, "8.5")]
    ) { texts throws(Failure) in
        try offer(.buy(offerID: try texts.optional(.offerID) ?? 0), .buyAmount, texts)
    }

    package static let createPassiveSellOffer = OperationSpec(
        "create-passive-sell-offer", title: "Passive sell offer",
        "Offer to sell an amount of an asset, without crossing offers at the same price.",
        offered + [
            InputField(.amount, "Amount to sell", .amount, "The amount of \(field: .selling) to offer."), sellPrice,
        ], example: [(.selling, "USDC:G..."), (.buying, "EURC:G..."), (.amount, "100"), (.price, "0.92")]
    ) { texts throws(Failure) in try offer(.passiveSell, .amount, texts) }
}
