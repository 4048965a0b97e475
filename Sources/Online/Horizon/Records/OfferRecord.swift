// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// An open offer as Horizon shows it.
package struct OfferRecord: Hashable, Sendable {
    package let id: Int64
    package let seller: AccountID
    package let selling: Asset
    package let buying: Asset
    package let amount: Amount
    /// Units of `buying` for one of `selling`.
    package let price: Price
    /// Who pays its reserve; nil for the seller.
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
    /// A price that Horizon gives as `n` and `d`.
    init(fraction json: JSON) throws(JSONError) {
        let (n, d) = (try json.integer("n", as: Int32.self), try json.integer("d", as: Int32.self))
        guard n > 0, d > 0 else { throw .outOfRange(field: "price_r") }
        self.init(n: n, d: d)
    }
}
