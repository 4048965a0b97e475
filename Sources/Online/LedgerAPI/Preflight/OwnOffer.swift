// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// An open offer of the account, existing or being created.
struct OwnOffer: Hashable {
    let selling: Asset
    let buying: Asset
    let price: Price
    /// The amount for sale, in stroops.
    let amount: Int128
    let sponsor: AccountState.Sponsor

    init(_ record: OfferRecord) {
        self.init(
            selling: record.selling, buying: record.buying, price: record.price,
            amount: Int128(record.amount.stroops), sponsor: AccountState.Sponsor(record.sponsor))
    }

    init(selling: Asset, buying: Asset, price: Price, amount: Int128, sponsor: AccountState.Sponsor) {
        self.selling = selling
        self.buying = buying
        self.price = price
        self.amount = amount
        self.sponsor = sponsor
    }

    /// The offer's selling and buying liabilities.
    var liabilities: (selling: Int128, buying: Int128) {
        Self.liabilities(price, sells: amount, buys: Int128(Int64.max))
    }

    /// The liabilities of an offer with these maximum amounts.
    ///
    /// - Source: stellar-core `exchangeV10WithoutPriceErrorThresholds`, rounded in favour of the holder of the less
    ///   valuable asset.
    static func liabilities(
        _ price: Price, sells: Int128, buys: Int128
    ) -> (selling: Int128, buying: Int128) {
        let (n, d) = (Int128(max(price.n, 1)), Int128(max(price.d, 1)))
        let most = Int128(Int64.max)
        let offered = min(sells * n, buys * d)
        let taken = min(most * d, most * n)
        guard offered > taken else {
            guard n <= d else {
                let sold = offered / n
                return (sold, sold * n / d)
            }
            let bought = offered / d
            return ((bought * d + n - 1) / n, bought)
        }
        guard n <= d else {
            let sold = taken / n
            return (sold, (sold * n + d - 1) / d)
        }
        let bought = taken / d
        return (bought * d / n, bought)
    }

    /// The amount that remains for sale in an offer that crosses nothing: 0 when it is too small for its price.
    ///
    /// - Source: stellar-core `adjustOffer`, with its limit of 1 % on rounding errors.
    static func resting(_ price: Price, sells: Int128, buys: Int128) -> Int128 {
        let (sold, bought) = liabilities(price, sells: sells, buys: buys)
        guard sold > 0, bought > 0 else { return 0 }
        let (given, taken) = (Int128(price.n) * sold, Int128(price.d) * bought)
        return abs(given - taken) * 100 <= given ? sold : 0
    }
}

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

    /// Whether it takes such an offer even if the offer being changed was created as passive, which the server does not
    /// report.
    func certainlyTakes(_ asked: Price) -> Bool { asks(asked, below: isPassive || id != 0) }

    /// Whether the price is at most the inverse of the offer's own, or below it.
    private func asks(_ asked: Price, below: Bool) -> Bool {
        let (a, b) = (Int128(asked.n) * Int128(price.n), Int128(asked.d) * Int128(price.d))
        return below ? a < b : a <= b
    }
}
