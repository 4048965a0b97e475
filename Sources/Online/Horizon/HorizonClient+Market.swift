// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import TextCodec
import XDR

/// Offers, order books and pools.
extension HorizonClient {
    /// Horizon's maximum page size.
    private static let pageSize = 200

    /// The account's open offers; nil when there are 200 or more, Horizon does not know the account, or one of them cannot be read.
    package func offers(of id: AccountID) throws(HorizonError) -> [OfferRecord]? {
        let endpoint = HorizonEndpoint<[Readable<OfferRecord>]?>(
            ["accounts", id.address, "offers"], query: [("limit", String(Self.pageSize))], limit: Self.listLimit,
            missing: { nil },
            fault: { $0?.read().contains { $0.seller != id } == true ? "it has another account's offer" : nil }
        ) { json throws(JSONError) in
            try json.object("_embedded").elements("records") { Readable($0, OfferRecord.init) }
        }
        guard let found = try ask(endpoint), found.count < Self.pageSize, found.allSatisfy({ $0.fault == nil }) else {
            return nil
        }
        return found.read()
    }

    /// The best 200 prices at which one asset is sold for another, lowest first; nil when Horizon does not know the order book, or one of
    /// them cannot be read.
    ///
    /// - Source: stellar-horizon actions/orderbook.go.
    package func asks(selling: Asset, buying: Asset) throws(HorizonError) -> [OrderBookLevel]? {
        let found = try ask(
            HorizonEndpoint<[Readable<OrderBookLevel>]?>(
                ["order_book"],
                query: Self.fields(selling, "selling") + Self.fields(buying, "buying")
                    + [("limit", String(Self.pageSize))], missing: { nil }
            ) { json throws(JSONError) in try json.elements("asks") { Readable($0, OrderBookLevel.init) } })
        guard let found, found.allSatisfy({ $0.fault == nil }) else { return nil }
        return found.read()
    }

    /// The assets of a liquidity pool; nil when Horizon does not know the pool.
    ///
    /// - Throws: `.unknownValue` for an asset that this version does not know.
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
