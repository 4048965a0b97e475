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
