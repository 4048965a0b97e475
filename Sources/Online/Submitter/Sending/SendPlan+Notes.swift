// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Journal
import Stellar
import StellarXDR
import TextCodec

/// What a person should know before the transactions are submitted.
extension SendPlan {
    /// Seconds per ledger, rounded up: one transaction of an account is applied in each.
    private static let ledgerSeconds: Int64 = 6
    /// Longer queues are worth a hint.
    private static let longQueue = 20
    /// The maximum number of warnings about other requests; further ones are only counted.
    private static let mostWarnings = 20

    /// How many transactions of how many accounts there are, how long they take, and which may expire before their turn. Empty for
    /// a single transaction.
    ///
    /// - Parameter now: seconds since 1970.
    package func notes(now: Int64) -> [Wording] {
        guard items.count > 1 else { return [] }
        let queues = Dictionary(grouping: items, by: \.transaction.source).values.map { queue in
            queue.sorted { $0.transaction.sequence < $1.transaction.sequence }
        }
        let longest = queues.map(\.count).max() ?? 0
        let time = TimeSpan.text(seconds: Int64(longest) * Self.ledgerSeconds)
        var notes: [Wording] = [
            "\(items.count) transactions of \(queues.count) \(queues.count == 1 ? "account" : "accounts"), one per ledger "
                + "and account; the longest queue has \(longest): about \(time)"
        ]
        if copyCount > 0 { notes.append("\(copyCount) given more than once: their signatures are merged") }
        let late = queues.flatMap { queue in
            queue.enumerated().filter { index, item in
                let (turn, isBeyond) = now.addingReportingOverflow(Int64(index + 1) * Self.ledgerSeconds)
                return item.transaction.maxTime.map { isBeyond || $0 < turn } ?? false
            }
        }
        if let first = late.min(by: { $0.offset < $1.offset })?.element {
            notes.append(
                "\(late.count) may expire before they are submitted (the first is "
                    + "\(first.transaction.hash.hex)); an account's transactions after an expired one are not submitted"
            )
        }
        if longest > Self.longQueue {
            notes.append(
                "payments over several channel accounts are applied in parallel: \(step: .build(.batchWithChannels))")
        }
        return notes
    }

    /// Warnings about transactions that differ from the ones requested with the same sequence numbers.
    package func warnings(about batch: SignedBatch, in journal: OnlineJournal) throws(Failure) -> [Wording] {
        let others = try journal.askedInstead(
            of: transactions.map { transaction in
                let number = AccountNumber(source: transaction.source, sequence: transaction.sequence)
                return (number, transaction.hash, transaction.innerHash)
            }, on: network)
        let found = zip(items, others).filter { !$0.1.isEmpty }
        var warnings: [Wording] = found.prefix(Self.mostWarnings).map { item, hashes in
            let text = RequestStanding.text(item.transaction.sequence, insteadOf: hashes)
            return "\(batch.origin(at: item.place)): \(text); this is \(item.transaction.hash.hex)"
        }
        if found.count > Self.mostWarnings { warnings.append("and \(found.count - Self.mostWarnings) more") }
        return warnings
    }
}
