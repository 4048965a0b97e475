// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// An offer to sell or to buy, or the change or deletion of one.
package struct OfferInput: OperationInput {
    package enum Kind: Hashable, Sendable {
        /// Sells an amount; does not cross offers at the same price.
        case passiveSell
        /// Sells an amount. An offer id above zero changes that offer, and the amount zero deletes it.
        case sell(offerID: String)
        /// Buys an amount.
        case buy(offerID: String)
    }

    private let kind: Kind
    private let assets: OfferAssets
    private let amount: String
    private let price: String

    package init(_ kind: Kind, _ assets: OfferAssets, amount: String, price: String) {
        self.kind = kind
        self.assets = assets
        self.amount = amount
        self.price = price
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let assets = try assets.found(in: &draft)
        switch kind {
        case .passiveSell:
            return .createPassiveSellOffer(
                CreatePassiveSellOfferOp(
                    selling: assets.selling, buying: assets.buying,
                    amount: try Arguments.amount(amount, .amount).stroops,
                    price: try Arguments.price(price, .price)))
        case .sell(let offerID):
            let id = try Arguments.number(offerID, .offerID, as: Int64.self)
            let amount = try amount(.amount, offer: id)
            return .manageSellOffer(
                ManageSellOfferOp(
                    selling: assets.selling, buying: assets.buying, amount: amount.stroops,
                    price: try Arguments.price(price, .price), offerID: id))
        case .buy(let offerID):
            let id = try Arguments.number(offerID, .offerID, as: Int64.self)
            let amount = try amount(.buyAmount, offer: id)
            return .manageBuyOffer(
                ManageBuyOfferOp(
                    selling: assets.selling, buying: assets.buying, buyAmount: amount.stroops,
                    price: try Arguments.price(price, .price), offerID: id))
        }
    }

    /// The amount of an offer; zero deletes an existing one.
    private func amount(_ field: FieldID, offer id: Int64) throws(Failure) -> Amount {
        let amount = try Arguments.amount(amount, field, allowingZero: true)
        guard amount > .zero || id > 0 else {
            throw Failure(.badInput, field, "0 deletes an offer: give its \(field: .offerID)")
        }
        return amount
    }
}
