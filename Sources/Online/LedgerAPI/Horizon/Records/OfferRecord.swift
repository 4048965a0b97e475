// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// An open offer as Horizon reports it.
package struct OfferRecord: Hashable, Sendable {
    package let id: Int64
    package let seller: AccountID
    package let selling: Asset
    package let buying: Asset
    package let amount: Amount
    /// The price: units of `buying` for one of `selling`.
    package let price: Price
    /// The sponsor of its reserve; nil if not sponsored.
    package let sponsor: AccountID?

    package init(_ json: JSON) throws(JSONError) {
        id = try json.decimalString("id")
        seller = try json.account("seller")
        selling = try json.object("selling").asset()
        buying = try json.object("buying").asset()
        amount = try json.amount("amount")
        price = try Price(fraction: json.object("price_r"))
        sponsor = try json.optionalAccount("sponsor")
    }
}

extension Price {
    /// A price that Horizon writes as `n` and `d`.
    init(fraction json: JSON) throws(JSONError) {
        let (n, d) = (try json.integer("n", as: Int32.self), try json.integer("d", as: Int32.self))
        guard n > 0, d > 0 else { throw .outOfRange(field: "price_r") }
        self.init(n: n, d: d)
    }
}

/// All offers of an order book at one price.
package struct OrderBookLevel: Hashable, Sendable {
    /// The price: units of the counter asset for one of the base asset.
    package let price: Price
    /// The amount of the base asset.
    package let amount: Amount

    package init(price: Price, amount: Amount) {
        self.price = price
        self.amount = amount
    }

    package init(_ json: JSON) throws(JSONError) {
        price = try Price(fraction: json.object("price_r"))
        amount = try json.amount("amount")
    }
}

/// A payment path from one asset to another.
package struct PathRecord: Hashable, Sendable {
    package let sourceAsset: Asset
    package let sourceAmount: Amount
    package let destinationAsset: Asset
    package let destinationAmount: Amount
    /// The intermediate assets, at most five.
    package let path: [Asset]

    package init(_ json: JSON) throws(JSONError) {
        sourceAsset = try json.asset("source_")
        sourceAmount = try json.amount("source_amount")
        destinationAsset = try json.asset("destination_")
        destinationAmount = try json.amount("destination_amount")
        path = try json.elements("path") { element throws(JSONError) in try element.asset() }
        guard path.count <= 5 else { throw .outOfRange(field: "path") }
    }
}
