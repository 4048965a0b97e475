// SPDX-License-Identifier: Apache-2.0

import CLISupport
import OnlineSupport
import Review
import Stellar
import StellarXDR
import XDR

/// What the person in front is told of a batch that was made.
struct BatchReport {
    let plan: BatchPlan
    let rows: [BatchRow]
    let envelopes: [TransactionEnvelope]
    let names: AccountNames
    let now: Timestamp
    let network: Network

    /// How long a ledger takes, in seconds, with some to spare: of one source about one transaction goes into each.
    private static let pace: UInt64 = 6

    func say() {
        for line in names.lines + BatchTotals(rows).lines { Console.say(line) }
        // The signer reviews a file with one transaction as that transaction.
        let hashes = envelopes.map { $0.hash(on: network) }
        let hash = hashes.count == 1 ? hashes[0] : BatchReview.hash(of: hashes)
        HashWords.say(hash, of: hashes.count == 1 ? "transaction" : "whole batch")
        let fee = envelopes.reduce(0 as Int64) { $0 + Int64($1.innermost.fee) }
        Console.say("requests  \(envelopes.count), for \(rows.count) payment\(rows.count == 1 ? "" : "s")")
        if let channels = plan.channels {
            let isOne = channels == 1
            Console.say(
                "channels  \(channels) \(isOne ? "account lends its numbers and pays" : "accounts lend their numbers and pay") "
                    + "the fees, and \(isOne ? "has" : "have") to sign too")
        }
        for (account, numbers) in sequences { Console.say("sequence  \(numbers) of \(account.address)") }
        Console.say("fee       \(fee) stroops at most in all")
        let end = envelopes.first?.innermost.cond.timeBounds?.maxTime ?? 0
        Console.say("valid     \(end == 0 ? "for ever" : "until \(Timestamp(end).utc)")")
        let needed = UInt64(plan.longestQueue) * Self.pace
        if end != 0, end - min(end, now.seconds) < 2 * needed {
            Console.say(
                "warning: sending takes about \(needed / 60 + 1) minutes, one transaction of a source in each ledger; "
                    + "--valid-for has to cover signing and sending"
                    + (plan.longestQueue > 1 ? ", and more --channels share them out" : ""))
        }
    }

    /// The first and last number of each source, in the order of the plan.
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
