// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// Rules about when a transaction is good, and on what conditions.
extension Rules {
    /// A week: longer than any ceremony takes.
    private static let week: UInt64 = 7 * 86400

    static let validity = [
        Rule(.noEnd, .transaction(noEnd)),
        Rule(.farEnd, .transaction(farEnd)),
        Rule(
            .ended,
            .transaction { context, findings in
                guard let end = context.end, end < context.now else { return }
                findings.warn(
                    "ended at \(Phrase(time: end)), \(Phrase(duration: context.now - end)) ago by the local clock")
            }),
        Rule(.preconditions, .transaction(preconditions)),
    ]

    private static func noEnd(_ context: TransactionContext, _ findings: inout Findings) {
        if context.end != nil { return }
        if let ledger = context.transaction.cond.extended?.ledgerBounds?.maxLedger, ledger > 0 {
            return findings.warn("ends before ledger \(ledger), not at a time: when that is cannot be told here")
        }
        let sentence: Phrase =
            """
            has no end of validity: whoever holds it can send it until its sequence number is used, like a cheque to \
            bearer
            """
        if context.isInner {
            findings.warn(sentence)
        } else {
            findings.hold(sentence, about: .publicKey(context.source.key))
        }
    }

    private static func farEnd(_ context: TransactionContext, _ findings: inout Findings) {
        if let end = context.end, end > context.now, end - context.now > week {
            findings.warn("ends at \(Phrase(time: end)), only in \(Phrase(duration: end - context.now))")
        }
        if let start = context.transaction.cond.timeBounds?.minTime, start > context.now {
            findings.warn("begins at \(Phrase(time: start)), in \(Phrase(duration: start - context.now))")
        }
    }

    private static func preconditions(_ context: TransactionContext, _ findings: inout Findings) {
        guard let conditions = context.transaction.cond.extended else { return }
        if let sequence = conditions.minSeqNum {
            findings.warn(
                """
                is good from the account's sequence number \(sequence) on, and kills what was signed for numbers up to \
                \(context.transaction.seqNum)
                """)
        }
        if conditions.minSeqAge > 0 {
            findings.warn(
                """
                is good only \(Phrase(duration: conditions.minSeqAge)) after the account's last change of sequence \
                number
                """
            )
        }
        if conditions.minSeqLedgerGap > 0 {
            findings.warn(
                "is good only \(conditions.minSeqLedgerGap) ledgers after the account's last change of sequence number")
        }
        if let bounds = conditions.ledgerBounds {
            let end: Phrase = bounds.maxLedger == 0 ? "without end" : "and before ledger \(bounds.maxLedger)"
            findings.warn("is good from ledger \(bounds.minLedger) on \(end)")
        }
        for signer in conditions.extraSigners {
            findings.warn("needs the signature of \(Phrase(signer)) too")
        }
    }
}

extension TransactionContext {
    fileprivate var now: UInt64 { input.now.seconds }

    /// The last second of validity; nil when there is none.
    fileprivate var end: UInt64? {
        guard let end = transaction.cond.timeBounds?.maxTime, end > 0 else { return nil }
        return end
    }
}
