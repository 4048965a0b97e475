// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// Rules about sequence numbers: what is used up, what dies.
extension Rules {
    /// From here on an account can be brought to its end: its numbers can never be reached one by one.
    private static let burned: Int64 = 1 << 62
    /// A jump beyond this kills more than a handful of transactions signed before.
    private static let longJump: Int64 = 1000

    static let sequences = [
        Rule(
            .sequenceBurned,
            .operation([.bumpSequence]) { context, findings in
                guard case .bumpSequence(let op) = context.body, op.bumpTo >= burned else { return }
                findings.refuse("raises the sequence number to \(op.bumpTo): the account would be unusable for ever")
            },
            .transaction { context, findings in
                let transaction = context.transaction
                guard transaction.cond.extended?.minSeqNum != nil, transaction.seqNum >= burned else { return }
                findings.refuse(
                    "jumps to the sequence number \(transaction.seqNum): the account would be unusable for ever")
            }),
        Rule(
            .bumpSequence,
            .operation([.bumpSequence]) { context, findings in
                guard case .bumpSequence(let op) = context.body else { return }
                let transaction = context.transaction.transaction
                if context.source.account == transaction.sourceAccount.account, op.bumpTo <= transaction.seqNum {
                    // What `cancel` makes: the transaction itself has taken the account there before its operations.
                    return findings.hold(
                        """
                        raises nothing: the sequence number of \(context.source.account) is \(transaction.seqNum) by then; \
                        another transaction signed for this number is dead
                        """, typing: String(op.bumpTo))
                }
                findings.hold(
                    """
                    raises the sequence number of \(context.source.account) to \(op.bumpTo): every transaction signed \
                    for a number up to it is dead
                    """, typing: String(op.bumpTo), about: "\(context.source.account.address) \(op.bumpTo)")
            }),
        Rule(
            .sequenceUsed,
            .transaction { context, findings in
                guard !context.isInner, let earlier = context.conflict else { return }
                findings.hold(
                    """
                    another transaction with the sequence number \(context.transaction.seqNum) was signed at \
                    \(plain: earlier.signed.utc): \(plain: earlier.summary) (hash \(earlier.hash)). Only one of the \
                    two can be carried out
                    """, typing: String(earlier.hash.hex.suffix(6)), about: context.number)
            }),
        Rule(.sequenceJump, .transaction(jump)),
    ]

    private static func jump(_ context: TransactionContext, _ findings: inout Findings) {
        let sequence = context.transaction.seqNum
        if let least = context.transaction.cond.extended?.minSeqNum {
            let (distance, overflow) = sequence.subtractingReportingOverflow(least)
            if overflow || distance > longJump {
                findings.hold(
                    """
                    may be carried out from the sequence number \(least) on and jumps to \(sequence): every \
                    transaction signed for a number between dies
                    """, typing: String(sequence), about: "\(context.source.address) \(least)-\(sequence)")
            }
        }
        guard !context.isInner,
            let latest = context.input.history.latestSequence(of: context.source, on: context.network),
            latest < .max, sequence != latest + 1, context.conflict == nil,
            context.input.history.signed(context.hash) == nil
        else { return }
        findings.hold(
            """
            the sequence number is \(sequence), but the last one signed here for \(context.source) is \(latest): \
            \(sequence > latest ? "what was to come between is missing" : "it goes back")
            """, typing: String(sequence), about: context.number)
    }
}

extension TransactionContext {
    fileprivate var number: HeldNumber { HeldNumber(account: source, sequence: transaction.seqNum) }

    /// Another transaction signed before that uses the same sequence number.
    fileprivate var conflict: EarlierTransaction? {
        input.history.conflict(with: hash, source: source, sequence: transaction.seqNum, on: network)
    }
}
