// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// The past balances of an account, calculated back from the present one through its latest transactions. It begins
/// where a transaction does not determine its change of a balance, such as one that fills offers: what is before is not
/// known.
package struct BalanceHistory: Hashable, Sendable {
    /// A balance from a time on, until that of the next point.
    package struct Point: Hashable, Sendable {
        package let time: Timestamp
        package let balance: Amount

        package init(time: Timestamp, balance: Amount) {
            self.time = time
            self.balance = balance
        }
    }

    /// Why a line does not go further back.
    package enum Beginning: Hashable, Sendable {
        /// The account was created then.
        case creation
        /// Earlier transactions exist, or may exist, and were not fetched.
        case notFetched
        /// The transaction of the first point changed the balance in a way that its envelope does not determine.
        case undetermined
    }

    /// The balances of one asset.
    package struct Line: Hashable, Sendable {
        package let asset: Asset
        /// The oldest first; not empty. Points may have the same time.
        package let points: [Point]
        package let beginning: Beginning

        package init(asset: Asset, points: [Point], beginning: Beginning) {
            self.asset = asset
            self.points = points
            self.beginning = beginning
        }
    }

    /// One for each balance whose history is known, in the order of the account's balances.
    package let lines: [Line]
    /// The number of transactions that they are calculated from.
    package let transactions: Int

    /// - Parameters:
    ///   - record: the account after the latest of the transactions, and before any later one.
    ///   - entries: its latest transactions, the latest first.
    ///   - payments: its latest payments, the latest first.
    /// - Throws: `.protocolBroken` when an envelope does not match its record.
    package init(
        of record: AccountRecord, entries: [HistoryEntry], payments: [PaymentRecord], on network: Network
    ) throws(HorizonError) {
        var observed: [ObservedTransaction] = []
        for entry in entries { observed.append(try ObservedTransaction(entry, of: record.id, on: network)) }
        let byHash = Dictionary(grouping: payments, by: \.transactionHash)
        transactions = entries.count
        lines = record.balances.compactMap { balance in
            balance.asset.flatMap { Self.line(of: $0, balance.balance, observed, byHash) }
        }
    }

    /// Nil when the transactions contradict the balance: one of them did something else than it says, or one is
    /// missing.
    private static func line(
        of asset: Asset, _ balance: Amount, _ transactions: [ObservedTransaction],
        _ payments: [TransactionHash: [PaymentRecord]]
    ) -> Line? {
        var balance = Int128(balance.stroops)
        var points: [Point] = []
        func finished(_ beginning: Beginning) -> Line? {
            points.isEmpty ? nil : Line(asset: asset, points: points.reversed(), beginning: beginning)
        }
        for (index, transaction) in transactions.enumerated() {
            guard let time = transaction.time else { return finished(.notFetched) }
            let movement = transaction.movement(of: asset.text, payments: payments[transaction.hash] ?? [])
            let isLast = index == transactions.count - 1
            if movement != 0 || isLast || transaction.createsAccount {
                guard let amount = Int64(exactly: balance) else { return nil }
                points.append(Point(time: time, balance: Amount(stroops: amount)))
            }
            guard let movement else { return finished(.undetermined) }
            balance -= movement
            guard balance >= 0 else { return nil }
            if transaction.createsAccount { return balance == 0 ? finished(.creation) : nil }
        }
        return finished(.notFetched)
    }
}

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

    /// The same by Stellar RPC, from what the server has of the account and what the journal kept.
    ///
    /// - Parameter record: with the balances whose history is wanted.
    /// - Returns: nil if the account has changed since it was read, or no longer exists.
    package static func fetched(
        of record: AccountRecord, payments: [PaymentRecord], by client: RPCClient, in context: OnlineContext
    ) throws(Failure) -> (record: AccountRecord, history: BalanceHistory)? {
        var kept = try KeptHistory(of: record.id, by: client, in: context)
        _ = try kept.read(.latest(counts[0]))
        let entries = try kept.transactions(limit: counts[0]).map(\.entry)
        let after: AccountRecord?
        do { after = try client.account(record.id, holding: record.balances.compactMap(\.asset)) } catch {
            throw Failure(error)
        }
        guard let after, after.sequence == record.sequence, after.amounts == record.amounts else { return nil }
        do throws(HorizonError) {
            return (record, try BalanceHistory(of: record, entries: entries, payments: payments, on: client.network))
        } catch { throw Failure(error) }
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

extension AccountRecord {
    fileprivate var amounts: [Asset: Amount] {
        var amounts: [Asset: Amount] = [:]
        for balance in balances { if let asset = balance.asset { amounts[asset] = balance.balance } }
        return amounts
    }
}
