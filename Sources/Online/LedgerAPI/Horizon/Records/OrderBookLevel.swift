// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

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
