// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Stellar
import StellarXDR
import XDR

/// A transaction that must never get in, and what has to hold of the one that uses up its number.
struct Cancellation {
    let voided: Transaction

    /// The account's sequence numbers at which a transaction of this number can go in; nil when there are none.
    private func places(_ conditions: Preconditions) -> ClosedRange<SequenceNumber>? {
        guard voided.seqNum > 0 else { return nil }
        let first = max(0, conditions.extended?.minSeqNum ?? voided.seqNum - 1)
        return first < voided.seqNum ? first...voided.seqNum - 1 : nil
    }

    /// The preconditions that are asked for, which allow every sequence number of the account at which the other one can go in.
    /// What else that one waits for is not taken over: this one has to be first.
    func conditions(_ options: ConditionOptions, now: Timestamp) throws(Failure) -> Preconditions {
        var options = options
        guard let first = places(voided.cond)?.lowerBound else { return try options.preconditions(now: now) }
        if let given = options.minSeqNum {
            guard try Arguments.number(given, "--min-seq-num", as: Int64.self) <= first else {
                throw Failure(.badInput, "--min-seq-num: the other one can go in from the sequence number \(first) on")
            }
        } else if let least = voided.cond.extended?.minSeqNum {
            options.minSeqNum = String(least)
        }
        return try options.preconditions(now: now)
    }

    /// - Parameter current: the account's sequence number.
    func checkIsOpen(_ hash: TransactionHash, at current: SequenceNumber, closed: Timestamp) throws(Failure) {
        guard current < voided.seqNum else {
            throw Failure(
                .refusedByLedger,
                "the account's sequence number is \(current) already, and that of \(hash.hex) is \(voided.seqNum): if it is "
                    + "not in a ledger, it can never get in any more, and there is nothing to cancel")
        }
        let end = voided.cond.timeBounds?.maxTime ?? 0
        guard end == 0 || closed.seconds <= end else {
            throw Failure(
                .refusedByLedger,
                "\(hash.hex) has expired, its validity ended \(Timestamp(end).utc): there is nothing to cancel")
        }
    }

    /// When this one can go in, and what follows, for the user.
    ///
    /// - Parameters:
    ///   - conditions: its preconditions.
    ///   - current: the account's sequence number; nil when no ledger was asked.
    func lines(_ conditions: Preconditions, given: ConditionOptions, at current: SequenceNumber?) -> [String] {
        guard let places = places(conditions) else { return [] }
        var lines = ["can go in \(Self.words(places, at: current)); until it has, the other one can"]
        if places.count > 1 {
            let next = max(places.lowerBound, current ?? 0) + 1
            if next < voided.seqNum {
                lines.append(
                    "warning: it jumps: what is signed for the sequence \(numbers(from: next)), and is not in before it, is void too"
                )
            }
        } else if let current, current + 1 < voided.seqNum {
            lines.append(
                "note: before that the sequence \(numbers(from: current + 1)) must be used; --min-seq-num \(current) lets this "
                    + "one go in at once, and makes void what is signed for that")
        }
        return lines + remarks(conditions, given)
    }

    /// Those below its own.
    private func numbers(from next: SequenceNumber) -> String {
        next == voided.seqNum - 1 ? "number \(next)" : "numbers from \(next) to \(voided.seqNum - 1)"
    }

    private static func words(_ places: ClosedRange<SequenceNumber>, at current: SequenceNumber?) -> String {
        let range =
            places.count == 1 ? "is \(places.lowerBound)" : "is from \(places.lowerBound) to \(places.upperBound)"
        guard let current else { return "while the account's sequence number \(range)" }
        return places.contains(current)
            ? "now, the account's sequence number being \(current)"
            : "when the account's sequence number \(range) (it is \(current))"
    }

    /// Where the other one could go in and this one could not.
    private func remarks(_ conditions: Preconditions, _ given: ConditionOptions) -> [String] {
        var lines: [String] = []
        let (end, other) = (conditions.timeBounds?.maxTime ?? 0, voided.cond.timeBounds?.maxTime ?? 0)
        if end != 0, other == 0 || other > end {
            let theirs = other == 0 ? "for ever" : "until \(Timestamp(other).utc)"
            lines.append("note: the other one is valid \(theirs): this one has to be in before \(Timestamp(end).utc)")
        }
        let delaying = ["--min-time", "--min-ledger", "--max-ledger", "--min-seq-age", "--min-seq-ledger-gap"]
        let delays = given.given.filter(delaying.contains)
        if !delays.isEmpty {
            lines.append(
                "warning: where \(delays.joined(separator: " and ")) keep this one out, the other one can still go in")
        }
        return lines
    }
}
