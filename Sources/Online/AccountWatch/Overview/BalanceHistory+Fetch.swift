// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Horizon
package import Stellar

extension BalanceHistory {
    /// How often an account is read again that changes while it is read.
    private static let attempts = 3
    /// How many transactions are asked for; fewer where so many are more than is read.
    private static let counts = [100, 15]

    /// The account and the history that leads to exactly this state.
    ///
    /// - Parameters:
    ///   - record: the account as read before.
    ///   - payments: its latest payments, the latest first.
    /// - Returns: nil when the account changes faster than it can be read, or its transactions are too large.
    package static func fetched(
        of record: AccountRecord, payments: [PaymentRecord], on network: Network, by client: HorizonClient
    ) throws(HorizonError) -> (record: AccountRecord, history: BalanceHistory)? {
        var before = record
        for _ in 0..<attempts {
            guard let entries = try latestEntries(of: before, by: client) else { return nil }
            guard let after = try client.account(record.id) else { return nil }
            if after == before {
                return (after, try BalanceHistory(of: after, entries: entries, payments: payments, on: network))
            }
            before = after
        }
        return nil
    }

    private static func latestEntries(
        of record: AccountRecord, by client: HorizonClient
    ) throws(HorizonError) -> [HistoryEntry]? {
        for count in counts {
            do { return try client.latestEntries(of: record.id, limit: count) } catch {
                guard case .unreachable(.tooLarge(_, _)) = error else { throw error }
            }
        }
        return nil
    }
}
