// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR
import Workspace

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
        /// The request in whose place it is built; nil if there is none.
        var replaced: ReplacedRequest?

        package var operations: [Operation] {
            rows.map { row in
                var operation = row.operation
                if row.source != source { operation.sourceAccount = row.source }
                return operation
            }
        }
    }

    /// The payments of one transaction, without a sequence number.
    struct Group {
        /// As in `Planned`.
        let source: MuxedAccount
        let memo: Memo
        let rows: [BatchRow]
        var replaced: ReplacedRequest?
        /// The number that it has to have, or should have if it is free.
        var number: SequenceNumber?
        var hasToHaveIt = false
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
        var groups: [(kind: Kind, members: [BatchRow])] = []
        var places: [Kind: Int] = [:]
        var place = 0
        for row in rows {
            // Rows of one kind mostly follow each other.
            if groups.isEmpty || groups[place].kind.source != row.source || groups[place].kind.memo != row.memo {
                let kind = Kind(source: row.source, memo: row.memo)
                place = places[kind] ?? groups.count
                if place == groups.count {
                    groups.append((kind, []))
                    places[kind] = place
                }
            }
            groups[place].members.append(row)
        }
        var divided: [Group] = []
        for (kind, members) in groups {
            for start in stride(from: 0, to: members.count, by: size) {
                let source =
                    channels.isEmpty ? kind.source : MuxedAccount(channels[divided.count % channels.count])
                let rows = Array(members[start..<min(start + size, members.count)])
                divided.append(Group(source: source, memo: kind.memo, rows: rows))
            }
        }
        var sequences: [AccountID: SequenceNumber] = [:]  // the last one used
        try self.init(divided) { group throws(Failure) in
            let account = group.source.account
            let sequence =
                if let last = sequences[account] { try Self.sequence(after: last) } else { try next(account) }
            sequences[account] = sequence
            return sequence
        }
    }

    /// - Parameter number: gives the sequence number of each transaction.
    init(_ groups: [Group], number: (Group) throws(Failure) -> SequenceNumber) throws(Failure) {
        transactions = try groups.map { group throws(Failure) in
            let sequence = try number(group)
            return Planned(
                source: group.source, memo: group.memo, sequence: sequence, rows: group.rows, replaced: group.replaced)
        }
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

/// A batch whose payers cannot spend what it needs.
package struct BatchShortage: Presentable, Sendable {
    package let funding: BatchFunding
    /// All errors found, by line of the file.
    package let lines: [FailureDetail]
    let origin: String
    /// The lowest line at which the funds of an asset run out.
    let firstLine: Int

    /// The error to end with; its details are not included.
    package var failure: Failure {
        Failure(
            .badInput,
            "\(origin): the batch needs more than can be spent, missing \(funding.missing); nothing was done",
            hint: firstLine > 1
                ? "the payments before line \(firstLine) are covered; add funds, or split the table there"
                : "add funds, or pay less",
            codes: [FailureCode("op_underfunded")])
    }

    package var document: JSON { funding.document }

    /// The errors, and what is needed of each asset and can be spent.
    package var text: [TextPart] {
        (lines.isEmpty ? [] : [.line(lines.map(\.wording).joined(separator: "\n"))]) + [funding.table]
    }
}

/// The sum and number of payments for each source and asset, in the order of the file.
package struct BatchTotals: Sendable {
    package struct Total: Sendable {
        package let source: MuxedAccount
        package let asset: Asset
        /// Stroops; wider than an amount, because many amounts are added up.
        package fileprivate(set) var sum: Int128 = 0
        package fileprivate(set) var count = 0
    }

    package private(set) var totals: [Total] = []

    package init(_ rows: [BatchRow]) {
        struct Kind: Hashable {
            let source: MuxedAccount
            let asset: Asset
        }
        var places: [Kind: Int] = [:]
        for row in rows {
            let kind = Kind(source: row.source, asset: row.asset)
            let place = places[kind] ?? totals.count
            if place == totals.count {
                places[kind] = place
                totals.append(Total(source: row.source, asset: row.asset))
            }
            totals[place].sum += Int128(row.amount.stroops)
            totals[place].count += 1
        }
    }

    /// A fact for each total.
    package var notices: [Notice] {
        let isOneSource = Set(totals.map(\.source)).count <= 1
        return totals.map { total in
            let source = isOneSource ? "" : " from \(total.source.address)"
            return .fact(
                .total,
                "\(Amount.text(ofSum: total.sum)) \(total.asset.text) in \(total.count) "
                    + "payment\(total.count == 1 ? "" : "s")\(source)")
        }
    }
}
