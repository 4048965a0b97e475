// SPDX-License-Identifier: Apache-2.0

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

    init(_ op: ManageSellOfferOp) {
        self.init(
            id: op.offerID, op.selling, op.buying, op.price, sells: Int128(op.amount), buys: Int128(Int64.max),
            isPassive: false)
    }

    init(_ op: CreatePassiveSellOfferOp) {
        self.init(
            id: 0, op.selling, op.buying, op.price, sells: Int128(op.amount), buys: Int128(Int64.max), isPassive: true)
    }

    init(_ op: ManageBuyOfferOp) {
        self.init(
            id: op.offerID, op.selling, op.buying, Price(n: op.price.d, d: op.price.n), sells: Int128(Int64.max),
            buys: Int128(op.buyAmount), isPassive: false)
    }

    private init(
        id: Int64, _ selling: Asset, _ buying: Asset, _ price: Price, sells: Int128, buys: Int128, isPassive: Bool
    ) {
        self.id = id
        self.selling = selling
        self.buying = buying
        self.price = price
        self.sells = sells
        self.buys = buys
        self.isPassive = isPassive
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
