// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// The transactions of a batch, each with its payments.
///
/// Payments with the same source and memo are grouped in the order of the file, up to 100 to a transaction. The
/// transactions are in the order of the first payment of their group, and the sequence numbers of a source follow this
/// order. With channels, the transactions go to the channels in turn, and each operation names the payer as its source.
package struct BatchPlan: Sendable {
    package struct Planned: Sendable {
        /// The account that provides the sequence number and pays the fee: the payer, or a channel.
        package let source: MuxedAccount
        package let memo: Memo
        package let sequence: SequenceNumber
        package let rows: [BatchRow]

        package var operations: [Operation] {
            rows.map { row in
                var operation = row.operation
                if row.source != source { operation.sourceAccount = row.source }
                return operation
            }
        }
    }

    /// The maximum number of operations in a transaction.
    package static let size = 100

    package let transactions: [Planned]

    /// - Parameters:
    ///   - channels: the accounts that lend their sequence numbers; if empty, the payers use their own.
    ///   - next: gives the sequence number of an account's first transaction; called once per account.
    package init(
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
        do { return try TransactionDraft.sequence(after: last) } catch {
            throw Failure(.badInput, Wording(error.message))
        }
    }

    /// All accounts that are a source of a transaction or an operation: the payers and the channels.
    package var sources: Set<AccountID> {
        Set(transactions.lazy.flatMap { [$0.source.account] + $0.rows.lazy.map(\.source.account) })
    }

    /// The number of channel accounts; nil when the payers use their own sequence numbers.
    package var channels: Int? {
        let lent = transactions.filter { planned in planned.rows.contains { $0.source != planned.source } }
        return lent.isEmpty ? nil : Set(lent.map(\.source)).count
    }

    /// The number of transactions of the account with the most.
    package var longestQueue: Int {
        Dictionary(grouping: transactions, by: \.source.account).values.map(\.count).max() ?? 0
    }
}
