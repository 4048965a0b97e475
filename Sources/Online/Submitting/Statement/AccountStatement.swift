// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
package import Stellar
package import StellarXDR

/// The days that a statement is of.
package struct StatementPeriod: Hashable, Sendable {
    /// The first day; nil for all that the ledger has.
    package let from: StatementDay?
    /// The last day, included; nil for the present.
    package let to: StatementDay?

    /// - Throws: `.badInput` if the first day is after the last.
    package init(from: StatementDay? = nil, to: StatementDay? = nil) throws(Failure) {
        if let from, let to, from.start > to.start {
            throw Failure(.badInput, .from, "\(from.text) is after \(to.text)")
        }
        (self.from, self.to) = (from, to)
    }

    /// The first second.
    package var start: Timestamp? { from?.start }
    /// The first second after it.
    package var end: Timestamp? { to?.end }
}

/// A day in UTC.
package struct StatementDay: TextValue, Hashable, Sendable {
    /// `2026-11-21`.
    package let text: String
    /// 0:00 UTC.
    package let start: Timestamp

    /// - Parameter text: `YYYY-MM-DD`.
    package init(text: String) throws(Failure) {
        guard text.utf8.count == 10, let start = Timestamp(text + "T00:00:00Z") else {
            throw Failure(
                .badInput, "\(TerminalText.escape(text)) is not a day",
                hint: "write it as in 2026-11-21; days are those of UTC")
        }
        (self.text, self.start) = (text, start)
    }

    /// 0:00 UTC of the next day.
    package var end: Timestamp { start.adding(86_400) }
}

/// The balance of an asset before and after a period. Amounts are in stroops.
package struct StatementBalance: Hashable, Sendable {
    package let asset: Asset
    package let opening: Int128
    /// What the rows of the period add up to.
    package let change: Int128
    package let closing: Int128
    /// What neither the opening balance nor a row explains: opening + change + unexplained = closing. Not zero if the
    /// server's history lacks a movement, or has one that never was.
    package let unexplained: Int128

    package init(_ asset: Asset, opening: Int128, change: Int128, closing: Int128) {
        (self.asset, self.opening, self.change, self.closing) = (asset, opening, change, closing)
        unexplained = closing - opening - change
    }
}

/// What moved in an account during a period, with the balances before and after it.
package struct AccountStatement: Sendable {
    /// How the opening balances are known.
    package enum Beginning: Hashable, Sendable {
        /// The server's history reaches back to the account's creation.
        case creation
        /// Calculated back from the present balances through all movements since.
        case calculated
        /// The same, but the server's history begins only here, within the period.
        case incomplete(ledger: Int64?)
    }

    package let account: AccountID
    /// The contact's name; nil if it has none.
    package let name: String?
    /// In the order of the ledger.
    package let rows: [StatementRow]
    /// One for each asset that the account had or moved in the period, XLM first.
    package let balances: [StatementBalance]
    package let beginning: Beginning
    /// Assets whose balance would have been below zero, and the ledger before which.
    package let impossible: [(asset: Asset, ledger: Int64)]
    /// Applied transactions in the journal that the server's history does not have.
    package let missing: [(hash: TransactionHash, ledger: Int64)]
    /// Whether the account has shares of liquidity pools, which are no asset of a row.
    package let hasPoolShares: Bool
    /// The number of contract calls in the period.
    package let contractCalls: Int
    /// The number of transactions in the period that contain something that this release does not know.
    package let unknown: Int

    /// Whether everything adds up.
    package var addsUp: Bool { impossible.isEmpty && balances.allSatisfy { $0.unexplained == 0 } }
}

/// The balances of an account at the ends of a period, calculated back from the present.
struct StatementSums {
    private(set) var opening: [Asset: Int128] = [:]
    private(set) var closing: [Asset: Int128] = [:]
    private(set) var change: [Asset: Int128] = [:]
    private(set) var impossible: [(asset: Asset, ledger: Int64)] = []
    /// Whether the first transactions that are known created the account.
    private(set) var beginsWithCreation = false

    /// - Parameters:
    ///   - present: the balances after the last transaction.
    ///   - transactions: all since the beginning of the period, in the order of the ledger.
    init(present: [Asset: Int128], _ transactions: [RecordedTransaction], _ period: StatementPeriod) {
        var running = present
        var closing: [Asset: Int128]?
        for transaction in transactions.reversed() {
            let isAfter = period.end.map { transaction.time >= $0 } ?? false
            if !isAfter { closing = closing ?? running }
            for (asset, amount) in transaction.changes {
                running[asset, default: 0] -= amount
                if !isAfter { change[asset, default: 0] += amount }
            }
            if transaction.lifecycle == .created {
                // Before its creation the account had nothing: what is left is not explained.
                running = [:]
                beginsWithCreation = true
                continue
            }
            if transaction.lifecycle == .merged { beginsWithCreation = false }
            for (asset, balance) in running where balance < 0 {
                if !impossible.contains(where: { $0.asset == asset }) {
                    impossible.append((asset, transaction.entry.inclusion.ledger))
                }
                running[asset] = 0
            }
        }
        opening = running
        self.closing = closing ?? running
    }

    /// XLM first, then by code and issuer. Assets that were neither held nor moved are left out.
    var balances: [StatementBalance] {
        let assets = Set(opening.filter { $0.value != 0 }.keys).union(closing.filter { $0.value != 0 }.keys)
            .union(change.keys)
        return assets.sorted { $0 == .native ? $1 != .native : $1 != .native && $0.text < $1.text }.map { asset in
            StatementBalance(
                asset, opening: opening[asset] ?? 0, change: change[asset] ?? 0, closing: closing[asset] ?? 0)
        }
    }
}
