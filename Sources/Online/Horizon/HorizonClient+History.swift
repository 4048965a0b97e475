// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Stellar
package import StellarXDR

/// What went into the ledger with an account's part in it, failed transactions included.
extension HorizonClient {
    /// The most that Horizon gives at once.
    private static let pageSize = 200
    /// So many of them are read and kept in one piece, whatever a server has to tell.
    private static let mostPages = 100

    /// The account's latest transaction; nil when it has none.
    package func lastEntry(of id: AccountID) throws(HorizonError) -> HistoryEntry? {
        try history(of: id, query: [("order", "desc"), ("limit", "1")]).first
    }

    /// The account's transactions behind a place, the oldest first.
    ///
    /// - Parameter place: nil for the beginning.
    /// - Returns: nil where it has more than 20,000 of them.
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

    /// An account that nobody has heard of has no history.
    private func history(
        of id: AccountID, query: [(name: String, value: String)]
    ) throws(HorizonError) -> [HistoryEntry] {
        try ask(
            HorizonQuestion<[HistoryEntry]>.list(
                ["accounts", id.address, "transactions"], query: query + [("include_failed", "true")], missing: { [] },
                HistoryEntry.init))
    }
}
