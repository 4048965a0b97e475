// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
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
