// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
package import StellarXDR

/// An account's transaction history, failed transactions included.
extension HorizonClient {
    /// Horizon's maximum page size.
    private static let pageSize = 200
    /// The maximum number of pages read and held in memory, however much the server offers.
    private static let mostPages = 100

    /// The account's latest transaction; nil when it has none.
    package func lastEntry(of id: AccountID) throws(HorizonError) -> HistoryEntry? {
        try history(of: id, query: [("order", "desc"), ("limit", "1")]).first
    }

    /// The account's latest transactions, the latest first.
    ///
    /// - Parameter limit: 1 to 200.
    package func latestEntries(of id: AccountID, limit: Int) throws(HorizonError) -> [HistoryEntry] {
        try history(of: id, query: [("order", "desc"), ("limit", String(limit))])
    }

    /// The account's transactions after a paging token, oldest first.
    ///
    /// - Parameter place: the paging token; nil for the beginning.
    /// - Returns: nil when there are more than 20,000.
    package func history(of id: AccountID, after place: UInt64?) throws(HorizonError) -> [HistoryEntry]? {
        var found: [HistoryEntry] = []
        var place = place
        for _ in 0..<Self.mostPages {
            var query = [(name: "order", value: "asc"), (name: "limit", value: String(Self.pageSize))]
            if let place { query.append((name: "cursor", value: String(place))) }
            let page = try history(of: id, query: query)
            for entry in page {
                if let place, entry.token <= place {
                    throw .protocolBroken(
                        what: "its history goes back", request: "/accounts/\(id.address)/transactions")
                }
                place = entry.token
            }
            found += page
            if page.count < Self.pageSize { return found }
        }
        return nil
    }

    /// A page of the history; empty when Horizon does not know the account.
    private func history(
        of id: AccountID, query: [(name: String, value: String)]
    ) throws(HorizonError) -> [HistoryEntry] {
        try ask(.history(of: id, query: query))
    }
}

extension HorizonEndpoint<[HistoryEntry]> {
    /// A page of an account's history, failed transactions included; empty when Horizon does not know the account.
    fileprivate static func history(of id: AccountID, query: [(name: String, value: String)]) -> Self {
        .list(
            ["accounts", id.address, "transactions"], query: query + [("include_failed", "true")], missing: { [] },
            HistoryEntry.init)
    }

    /// The account's latest 200 transactions, the latest first, failed ones included.
    package static func latestEntries(of id: AccountID) -> Self {
        .history(of: id, query: [("order", "desc"), ("limit", "200")])
    }
}

/// Offers, order books and pools.
extension HorizonClient {
    /// The account's open offers; nil when there are 200 or more, Horizon does not know the account, or one of them
    /// cannot be read.
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

    /// The best 200 prices at which one asset is sold for another, lowest first; nil when Horizon does not know the
    /// order book, or one of them cannot be read.
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
