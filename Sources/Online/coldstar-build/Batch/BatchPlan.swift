// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Stellar
import StellarXDR

/// Which payments go into which transaction.
///
/// Payments of one source with one memo go together, in the order of the file, a hundred to a transaction; the transactions stand in
/// the order of the first payment of their kind. Sequence numbers of a source follow one another in this order. With channels the
/// transactions are theirs in turn, and the operations name who pays.
struct BatchPlan {
    struct Planned {
        /// Whose number and fee it is: who pays, or a channel.
        let source: MuxedAccount
        let memo: Memo
        let sequence: SequenceNumber
        let rows: [BatchRow]

        var operations: [Operation] {
            rows.map { row in
                var operation = row.operation
                if row.source != source { operation.sourceAccount = row.source }
                return operation
            }
        }
    }

    /// The most operations of a transaction.
    static let size = 100

    let transactions: [Planned]

    /// - Parameters:
    ///   - channels: who lends the sequence numbers; without any the payers use their own.
    ///   - next: gives the sequence number of an account's first transaction; asked once for each.
    init(
        _ rows: [BatchRow], size: Int = size, channels: [AccountID] = [],
        next: (AccountID) throws(Failure) -> SequenceNumber
    ) throws(Failure) {
        struct Kind: Hashable {
            let source: MuxedAccount
            let memo: Memo
        }
        var order: [Kind] = []
        var groups: [Kind: [BatchRow]] = [:]
        for row in rows {
            let kind = Kind(source: row.source, memo: row.memo)
            if groups[kind] == nil { order.append(kind) }
            groups[kind, default: []].append(row)
        }
        var sequences: [AccountID: SequenceNumber] = [:]  // the last one used
        var planned: [Planned] = []
        for kind in order {
            let members = groups[kind] ?? []
            for start in stride(from: 0, to: members.count, by: size) {
                let source =
                    channels.isEmpty ? kind.source : MuxedAccount(channels[planned.count % channels.count])
                let account = source.account
                let sequence =
                    if let last = sequences[account] { try Self.sequence(after: last) } else { try next(account) }
                sequences[account] = sequence
                planned.append(
                    Planned(
                        source: source, memo: kind.memo, sequence: sequence,
                        rows: Array(members[start..<min(start + size, members.count)])))
            }
        }
        transactions = planned
    }

    private static func sequence(after last: SequenceNumber) throws(Failure) -> SequenceNumber {
        do { return try TransactionDraft.sequence(after: last) } catch { throw Failure(.badInput, error.message) }
    }

    /// Everybody in whose name something is done: who pays, and the channels.
    var sources: Set<AccountID> {
        Set(transactions.lazy.flatMap { [$0.source.account] + $0.rows.lazy.map(\.source.account) })
    }

    /// How many accounts lend their numbers; nil when the payers use their own.
    var channels: Int? {
        let lent = transactions.filter { planned in planned.rows.contains { $0.source != planned.source } }
        return lent.isEmpty ? nil : Set(lent.map(\.source)).count
    }

    /// How many transactions the busiest account has.
    var longestQueue: Int {
        Dictionary(grouping: transactions, by: \.source.account).values.map(\.count).max() ?? 0
    }
}
