// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import TextCodec
import XDR

/// Offers, order books and pools.
extension HorizonClient {
    /// Horizon's maximum page size.
    private static let pageSize = 200

    /// The account's open offers; nil when there are 200 or more, or Horizon does not know the account.
    package func offers(of id: AccountID) throws(HorizonError) -> [OfferRecord]? {
        let endpoint = HorizonEndpoint<[OfferRecord]?>(
            ["accounts", id.address, "offers"], query: [("limit", String(Self.pageSize))], limit: Self.listLimit,
            missing: { nil },
            fault: { $0?.contains { $0.seller != id } == true ? "it has another account's offer" : nil }
        ) { json throws(JSONError) in try json.object("_embedded").elements("records", OfferRecord.init) }
        let found = try ask(endpoint)
        return (found?.count ?? 0) < Self.pageSize ? found : nil
    }

    /// The best 200 prices at which one asset is sold for another, lowest first; nil when Horizon does not know the order book.
    ///
    /// - Source: stellar-horizon actions/orderbook.go.
    package func asks(selling: Asset, buying: Asset) throws(HorizonError) -> [OrderBookLevel]? {
        try ask(
            HorizonEndpoint<[OrderBookLevel]?>(
                ["order_book"],
                query: Self.fields(selling, "selling") + Self.fields(buying, "buying")
                    + [("limit", String(Self.pageSize))], missing: { nil }
            ) { json throws(JSONError) in try json.elements("asks", OrderBookLevel.init) })
    }

    /// The assets of a liquidity pool; nil when Horizon does not know the pool.
    package func assets(of pool: PoolID) throws(HorizonError) -> [Asset]? {
        try ask(
            HorizonEndpoint<[Asset]?>(["liquidity_pools", Hex.encode(pool.bytes)], missing: { nil }) {
                json throws(JSONError) in
                try json.elements("reserves") { reserve throws(JSONError) in
                    do { return try Asset(reserve.string("asset")) } catch let error as JSONError { throw error } catch
                    {
                        throw .wrongType(field: "asset", expected: "an asset")
                    }
                }
            })
    }
}
