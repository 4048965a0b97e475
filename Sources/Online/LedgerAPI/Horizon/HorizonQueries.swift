// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import Stellar
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

/// Payments and payment paths.
extension HorizonClient {
    /// Payments to and from an account, the latest first; each is read alone.
    ///
    /// - Parameters:
    ///   - limit: 1 to 200.
    ///   - cursor: the paging token after which to continue.
    ///   - withMemos: whether to include the memos. Horizon then repeats the transaction with each of its payments, so
    ///     that a list of large transactions may exceed what is read: it is fetched without memos then.
    package func payments(
        of id: AccountID, limit: Int, cursor: String? = nil, withMemos: Bool = false
    ) throws(HorizonError) -> [Readable<PaymentRecord>] {
        var query = [(name: "order", value: "desc"), (name: "limit", value: String(limit))]
        if let cursor { query.append((name: "cursor", value: cursor)) }
        let path = ["accounts", id.address, "payments"]
        if withMemos {
            do { return try page(path, query + [("join", "transactions")], PaymentRecord.init) } catch {
                guard case .unreachable(.tooLarge) = error else { throw error }
            }
        }
        return try page(path, query, PaymentRecord.init)
    }

    /// Payment paths that spend exactly this amount, the one that delivers most first.
    ///
    /// - Throws: the errors of `root`; `.problem` when Horizon rejects the request.
    /// - Source: stellar-horizon actions/path.go, `/paths/strict-send`.
    package func pathsStrictSend(
        _ amount: Amount, of source: Asset, to destination: Asset
    ) throws(HorizonError) -> [PathRecord] {
        let query =
            Self.fields(source, "source") + [
                ("source_amount", amount.fixedText), ("destination_assets", destination.text),
            ]
        let paths = try paths("strict-send", query)
        return paths.filter { $0.sourceAsset == source && $0.sourceAmount == amount }
            .sorted { $0.destinationAmount > $1.destinationAmount }
    }

    /// Payment paths that deliver exactly this amount, the cheapest first.
    ///
    /// - Throws: the errors of `pathsStrictSend`.
    /// - Source: stellar-horizon actions/path.go, `/paths/strict-receive`.
    package func pathsStrictReceive(
        _ amount: Amount, of destination: Asset, from source: Asset
    ) throws(HorizonError) -> [PathRecord] {
        let query =
            Self.fields(destination, "destination") + [
                ("destination_amount", amount.fixedText), ("source_assets", source.text),
            ]
        let paths = try paths("strict-receive", query)
        return paths.filter { $0.destinationAsset == destination && $0.destinationAmount == amount }
            .sorted { $0.sourceAmount < $1.sourceAmount }
    }

    /// The paths that can be read: one over something unknown is one way less.
    ///
    /// - Throws: if none of several can be read.
    private func paths(
        _ kind: String, _ query: [(name: String, value: String)]
    ) throws(HorizonError) -> [PathRecord] {
        let found = try page(["paths", kind], query, PathRecord.init)
        let paths = found.read()
        if paths.isEmpty, let fault = found.first?.fault {
            throw .unknownValue(what: "none of its paths can be read: \(fault.reason)", request: "/paths/\(kind)")
        }
        return paths
    }

    static func fields(_ asset: Asset, _ side: String) -> [(name: String, value: String)] {
        guard let issuer = asset.issuer else { return [("\(side)_asset_type", "native")] }
        let type = (asset.codeBytes?.count ?? 0) > 4 ? "credit_alphanum12" : "credit_alphanum4"
        return [
            ("\(side)_asset_type", type), ("\(side)_asset_code", asset.code), ("\(side)_asset_issuer", issuer.address),
        ]
    }

    private func page<Value>(
        _ path: [String], _ query: [(name: String, value: String)],
        _ read: @escaping (JSON) throws(JSONError) -> Value
    ) throws(HorizonError) -> [Readable<Value>] {
        try ask(HorizonEndpoint<Value>.page(path, query: query, read))
    }
}

/// Friendbot, which funds accounts of a test network.
extension HorizonClient {
    /// Friendbot responds only after a ledger has closed.
    private static let fundingTimeouts = HTTPTimeouts(total: .seconds(75), stall: .seconds(70))

    /// The network's friendbot: the link that a server gives, if it is on these servers or is the network's known
    /// friendbot.
    ///
    /// - Parameters:
    ///   - link: as written, with what follows `{` in a template.
    ///   - bases: the servers of the network.
    /// - Returns: nil when the network has none, or the link points elsewhere.
    package static func friendbot(_ link: String?, of network: Network, among bases: [HTTPURL]) -> HTTPURL? {
        guard network != .public, let link else { return nil }
        let plain = link.split(separator: "{", omittingEmptySubsequences: false).first ?? ""
        guard let url = try? HTTPURL(String(plain)) else { return nil }
        let known: HTTPURL? =
            switch network {
            case .testnet: try? HTTPURL("https://friendbot.stellar.org/")
            case .futurenet: try? HTTPURL("https://friendbot-futurenet.stellar.org/")
            default: nil
            }
        return (bases + [known].compactMap { $0 }).contains(where: url.hasSameOrigin) ? url : nil
    }

    /// The network's friendbot, as the root of one of these servers names it.
    package func friendbot(_ root: HorizonRoot) -> HTTPURL? {
        Self.friendbot(root.friendbotLink, of: root.network, among: bases)
    }

    /// Funds an account through friendbot.
    ///
    /// - Returns: the hash of its transaction, if the response contains it.
    /// - Throws: `.problem` when friendbot refuses, as for an account that it has already funded.
    package func fund(_ account: AccountID, friendbot: HTTPURL) throws(HorizonError) -> TransactionHash? {
        let url = friendbot.appending(query: [("addr", account.address)])
        let request = HTTPRequest(url, timeouts: Self.fundingTimeouts, sizeLimit: Self.transactionLimit)
        let endpoint = HorizonEndpoint<TransactionHash?> { json throws(JSONError) in
            guard case .object = json else { throw .wrongType(field: "answer", expected: "an object") }
            return json["hash"] == nil ? nil : try json.hash("hash")
        }
        return try endpoint.answer(Result { () throws(HTTPError) in try transport.perform(request) }, from: friendbot)
    }
}
