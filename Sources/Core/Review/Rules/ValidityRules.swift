// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Rules about a transaction's validity period and preconditions.
extension Rules {
    /// A week: longer than a signing session takes.
    private static let week: UInt64 = 7 * 86400

    static let validity = [
        Rule(.noEnd, .transaction(noEnd)),
        Rule(.farEnd, .transaction(farEnd)),
        Rule(.ended, .transaction(ended)),
        Rule(.preconditions, .transaction(preconditions)),
        Rule(
            .recovery,
            .transaction { context, findings in
                guard let wait = context.recoveryWait else { return }
                findings.info(
                    """
                    valid after \(Phrase(duration: wait)) in which the sequence number of \(context.source) does not move, whatever it is then: any \
                    transaction of the account starts the time again
                    """)
            }),
    ]

    private static func noEnd(_ context: TransactionContext, _ findings: inout Findings) {
        let what: Phrase
        switch context.expiry {
        case .time: return
        case .ledger(let ledger):
            return findings.warn(
                "expires before ledger \(ledger), not at a time: this machine cannot tell when that is")
        case .distantTime(let time):
            what = "expires only in \(Phrase(duration: time - context.now)), which counts as no expiry"
        case .distantLedger(let ledger):
            what = "maxLedger \(ledger) may be more than a year away, which counts as no expiry"
        case .none: what = "no expiry"
        }
        let sentence: Phrase =
            """
            \(what): anyone holding the signed transaction can submit it until the sequence number is used. Build it again \
            with an expiry of days
            """
        if context.isInner {
            findings.warn(sentence)
        } else {
            findings.hold(sentence, about: .publicKey(context.source.key))
        }
    }

    private static func farEnd(_ context: TransactionContext, _ findings: inout Findings) {
        if case .time(let end) = context.expiry, end > context.now, end - context.now > week {
            findings.warn(
                """
                expires at \(Phrase(time: end)), in \(Phrase(duration: end - context.now)): until then it can be submitted at \
                any moment
                """)
        }
        if let start = context.transaction.cond.timeBounds?.minTime, start > context.now {
            findings.warn("valid only from \(Phrase(time: start)), in \(Phrase(duration: start - context.now))")
        }
    }

    private static func ended(_ context: TransactionContext, _ findings: inout Findings) {
        guard let bounds = context.transaction.cond.timeBounds, bounds.maxTime > 0 else { return }
        if bounds.minTime > bounds.maxTime {
            findings.warn("never valid: it expires before it becomes valid")
        } else if bounds.maxTime < context.now {
            findings.warn(
                """
                expired at \(Phrase(time: bounds.maxTime)), \(Phrase(duration: context.now - bounds.maxTime)) ago by this \
                machine's clock
                """)
        }
    }

    private static func preconditions(_ context: TransactionContext, _ findings: inout Findings) {
        guard let conditions = context.transaction.cond.extended else { return }
        if let sequence = conditions.minSeqNum {
            findings.warn("valid from the account's sequence number \(sequence) on")
        }
        if conditions.minSeqAge > 0 {
            findings.warn(
                "valid only \(Phrase(duration: conditions.minSeqAge)) after the account's last change of sequence number"
            )
        }
        if conditions.minSeqLedgerGap > 0 {
            findings.warn(
                "valid only \(conditions.minSeqLedgerGap) ledgers after the account's last change of sequence number")
        }
        if let bounds = conditions.ledgerBounds {
            let end: Phrase = bounds.maxLedger == 0 ? "on" : "to before ledger \(bounds.maxLedger)"
            findings.warn("valid only from ledger \(bounds.minLedger) \(end)")
        }
        for signer in conditions.extraSigners {
            findings.warn("also requires the signature of \(Phrase(signer))")
        }
    }
}

extension TransactionContext {
    /// The time for which the account has to be idle, for a transaction that is valid at more than one sequence number
    /// after it: the form of a recovery that was signed in advance.
    var recoveryWait: UInt64? {
        guard let conditions = transaction.cond.extended, let least = conditions.minSeqNum, conditions.minSeqAge > 0
        else {
            return nil
        }
        let (distance, overflow) = transaction.seqNum.subtractingReportingOverflow(least)
        return overflow || distance > 1 ? conditions.minSeqAge : nil
    }

    fileprivate var now: UInt64 { input.now.seconds }

    fileprivate var expiry: Expiry {
        Expiry(transaction.cond, now: input.now, claimedLedger: input.claims.ledger)
    }
}
