// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// An offer operation, expressed as a sale.
struct OfferChange {
    /// The offer to change; 0 for a new one.
    let id: Int64
    let selling: Asset
    let buying: Asset
    /// Units of `buying` for one of `selling`.
    let price: Price
    /// The maximum amounts sold and bought; the largest possible amount when the operation does not state one.
    let sells: Int128
    let buys: Int128
    /// Whether it is passive: it does not take offers at its own price.
    let isPassive: Bool

    var isDeletion: Bool { sells == 0 || buys == 0 }

    init(_ offer: OperationFacts.Offer) {
        (id, selling, buying, price) = (offer.id, offer.selling, offer.buying, offer.price)
        isPassive = offer.isPassive
        switch offer.side {
        case .sell(let amount): (sells, buys) = (Int128(amount), Int128(Int64.max))
        case .buy(let amount): (sells, buys) = (Int128(Int64.max), Int128(amount))
        }
    }

    /// Whether it takes an offer that asks this price for `buying`, in units of `selling`.
    func takes(_ asked: Price) -> Bool { asks(asked, below: isPassive) }

    /// Whether it takes such an offer even if the offer being changed was created as passive, which the server does not report.
    func certainlyTakes(_ asked: Price) -> Bool { asks(asked, below: isPassive || id != 0) }

    /// Whether the price is at most the inverse of the offer's own, or below it.
    private func asks(_ asked: Price, below: Bool) -> Bool {
        let (a, b) = (Int128(asked.n) * Int128(price.n), Int128(asked.d) * Int128(price.d))
        return below ? a < b : a <= b
    }
}
