// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Stellar
import StellarXDR

/// Which payments go into which transaction.
///
/// Payments of one source with one memo go together, in the order of the file, a hundred to a transaction; the transactions stand in
/// the order of the first payment of their kind. Sequence numbers of a source follow one another in this order.
struct BatchPlan {
    struct Planned {
        let source: MuxedAccount
        let memo: Memo
        let sequence: SequenceNumber
        let rows: [BatchRow]
    }

    /// The most operations of a transaction.
    static let size = 100

    let transactions: [Planned]

    /// - Parameter next: gives the sequence number of a source's first transaction; asked once for each account.
    init(
        _ rows: [BatchRow], size: Int = size, next: (AccountID) throws(Failure) -> SequenceNumber
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
            let account = kind.source.account
            for start in stride(from: 0, to: members.count, by: size) {
                let sequence =
                    if let last = sequences[account] { try Self.sequence(after: last) } else { try next(account) }
                sequences[account] = sequence
                planned.append(
                    Planned(
                        source: kind.source, memo: kind.memo, sequence: sequence,
                        rows: Array(members[start..<min(start + size, members.count)])))
            }
        }
        transactions = planned
    }

    private static func sequence(after last: SequenceNumber) throws(Failure) -> SequenceNumber {
        do { return try TransactionDraft.sequence(after: last) } catch { throw Failure(.badInput, error.message) }
    }

    /// How many transactions the busiest account has.
    var longestQueue: Int {
        Dictionary(grouping: transactions, by: \.source.account).values.map(\.count).max() ?? 0
    }
}
