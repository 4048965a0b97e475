// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Workspace

/// The summary of a batch, which the user compares with the signer's review.
struct BatchReport {
    let plan: BatchPlan
    let rows: [BatchRow]
    let transactions: [HashedTransaction]
    let names: AccountNames
    let now: Timestamp

    /// Seconds per ledger, with a margin: about one transaction of an account is applied in each.
    private static let pace: UInt64 = 6

    var notices: [Notice] {
        // A file with one transaction is reviewed by the signer as that transaction.
        let hashes = transactions.map(\.hash)
        let hash = hashes.count == 1 ? hashes[0] : TransactionHash(ofBatch: hashes)
        var notices =
            names.lines.map { Notice.plain(.accountName, Wording($0)) } + BatchTotals(rows).notices
            + Notice.identity(of: hash)
        notices.append(
            .fact(.requests, "\(transactions.count), for \(rows.count) payment\(rows.count == 1 ? "" : "s")"))
        if let channels = plan.channels {
            let isOne = channels == 1
            notices.append(
                .fact(
                    .channels,
                    "\(channels) \(isOne ? "account provides its sequence numbers, pays" : "accounts provide their sequence numbers, pay") "
                        + "the fees and must sign too"))
        }
        notices += sequences.map { account, numbers in .fact(.sequence, "\(numbers) of \(account.address)") }
        let fee = transactions.reduce(0 as Int64) { $0 + Int64($1.envelope.innermost.fee) }
        notices.append(.fact(.maxFee, "\(Amount(stroops: fee).feeText()) in total"))
        return notices + validity
    }

    private var validity: [Notice] {
        let end = transactions.first?.envelope.innermost.cond.timeBounds?.maxTime ?? 0
        let fact = Notice.fact(.valid, end == 0 ? "no expiry" : "until \(Timestamp(end).utc)")
        let needed = UInt64(plan.longestQueue) * Self.pace
        guard end != 0, end - min(end, now.seconds) < 2 * needed else { return [fact] }
        return [
            fact,
            .warning(
                .shorterThanQueue,
                "submission takes about \(needed / 60 + 1) minutes, one transaction per ledger and account; "
                    + "\(field: .validFor) must cover signing and submission"
                    + (plan.longestQueue > 1 ? ", and more \(field: .channels) shorten it" : "")),
        ]
    }

    /// The first and last sequence number of each source, in the order of the plan.
    private var sequences: [(AccountID, String)] {
        var order: [AccountID] = []
        var bounds: [AccountID: (first: SequenceNumber, last: SequenceNumber)] = [:]
        for planned in plan.transactions {
            let account = planned.source.account
            if let known = bounds[account] {
                bounds[account] = (known.first, planned.sequence)
            } else {
                order.append(account)
                bounds[account] = (planned.sequence, planned.sequence)
            }
        }
        return order.compactMap { account in
            bounds[account].map { (account, $0.first == $0.last ? "\($0.first)" : "\($0.first) to \($0.last)") }
        }
    }
}
