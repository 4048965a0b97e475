// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Rules about used and skipped sequence numbers.
extension Rules {
    /// From this number on, so few are left that the account can be made unusable.
    private static let burned: Int64 = 1 << 62

    static let sequences = [
        Rule(
            .sequenceBurned,
            .operation([.bumpSequence]) { context, findings in
                guard case .bumpSequence(let op) = context.body, op.bumpTo >= burned else { return }
                findings.refuse("the sequence number becomes \(op.bumpTo): the account would be unusable forever")
            },
            .transaction { context, findings in
                let transaction = context.transaction
                guard transaction.cond.extended?.minSeqNum != nil, transaction.seqNum >= burned else { return }
                findings.refuse(
                    "jumps to the sequence number \(transaction.seqNum): the account would be unusable forever")
            }),
        Rule(
            .bumpSequence,
            .operation([.bumpSequence]) { context, findings in
                guard case .bumpSequence(let op) = context.body else { return }
                let transaction = context.transaction.transaction
                if context.source.account == transaction.sourceAccount.account, op.bumpTo <= transaction.seqNum {
                    // What `cancel` builds: the transaction itself raises the account to this number before its
                    // operations.
                    return findings.hold(
                        """
                        raises nothing: the sequence number of \(context.source.account) is \(transaction.seqNum) by then; \
                        another transaction signed with this number becomes invalid
                        """, typing: String(op.bumpTo))
                }
                findings.hold(
                    """
                    every transaction of \(context.source.account) signed with a sequence number up to \(op.bumpTo) becomes \
                    invalid
                    """, typing: String(op.bumpTo), about: "\(context.source.account.address) \(op.bumpTo)")
            }),
        Rule(
            .sequenceUsed,
            .transaction { context, findings in
                guard !context.isInner, let earlier = context.conflict else { return }
                // The history names the one that can be applied for the longest time.
                if let end = earlier.validUntil, earlier.hasEnded(by: context.input.countedUpTo) {
                    return findings.info(
                        """
                        another transaction with the sequence number \(context.transaction.seqNum) was signed at \
                        \(earlier.signed): \(plain: earlier.summary) (hash \(earlier.hash)). It expired at \
                        \(end) and can no longer be applied
                        """)
                }
                let end: Phrase =
                    earlier.validUntil.map { end in
                        end < context.input.now
                            ? "It expired at \(end) by this clock, which is no proof" : "It can be applied until \(end)"
                    }
                    ?? "It may not expire, and can then be applied at any time"
                let origin: Phrase =
                    earlier.isInBatch ? "stands before in this batch" : "was signed at \(earlier.signed)"
                if context.hasProvenConflict, context.callsTheSame(as: earlier) {
                    return findings.warn(
                        """
                        this call \(origin) already, with the same sequence number and other resources \
                        or authorizations (hash \(earlier.hash)). \(end). Only one of the two can be applied
                        """)
                }
                findings.hold(
                    """
                    another transaction with the sequence number \(context.transaction.seqNum) \(origin): \(quoted: ForeignName(Array(earlier.summary.utf8), most: 200)) \
                    (hash \(earlier.hash)). \(end). Only one of the two can be applied
                    """, typing: String(earlier.hash.hex.suffix(6)), about: context.number)
            }),
        Rule(.sequenceJump, .transaction(jump)),
        Rule(
            .minSequence,
            .transaction { context, findings in
                let sequence = context.transaction.seqNum
                guard let least = context.transaction.cond.extended?.minSeqNum else { return }
                let (distance, overflow) = sequence.subtractingReportingOverflow(least)
                guard overflow || distance > 1 else { return }
                if context.recoveryWait != nil {
                    findings.hold(
                        """
                        once it is applied, every other transaction of \(context.source) signed with a number up to \(sequence) becomes \
                        invalid, also those of co-signers, which are not in this journal
                        """, typing: String(sequence), about: "\(context.source.address) \(least)-\(sequence)")
                    return
                }
                findings.hold(
                    """
                    minSeqNum lets the sequence number of \(context.source) jump from \(least) to \(sequence): every other \
                    transaction signed with a number up to \(sequence) becomes invalid, and the skipped numbers are lost. Ask why \
                    the transaction does not use the next number
                    """, typing: String(sequence), about: "\(context.source.address) \(least)-\(sequence)")
            }),
    ]

    private static func jump(_ context: TransactionContext, _ findings: inout Findings) {
        let sequence = context.transaction.seqNum
        guard !context.isInner,
            let latest = context.input.history.latestSequence(of: context.source, on: context.network),
            latest < .max, sequence != latest + 1, !context.hasProvenConflict,
            !context.input.history.isRecorded(context.hash)
        else { return }
        if sequence > latest, let other = context.coSigner {
            return findings.warn(
                """
                the sequence number is \(sequence), but the last one known here for \(context.source) is \(latest). The co-signer \
                \(other) has signed this one, so the numbers between are taken as used
                """)
        }
        if sequence > latest, context.isNextAfterSigned {
            return findings.warn(
                """
                the sequence number is \(sequence), but the last one known here for \(context.source) is \(latest). The request \
                has the transaction with the number \(sequence - 1), which enough signers of the account have signed, so the \
                numbers between are taken as used
                """)
        }
        let advice: Phrase =
            sequence > latest && context.isCoSigned
            ? ". A transaction with the number \(sequence - 1) that your co-signers have signed settles it: '\(step: .sign(.noteTransaction))'"
            : ""
        findings.hold(
            """
            the sequence number is \(sequence), but the last one known here for \(context.source) is \(latest): \
            \(sequence > latest ? "transactions between them are missing here" : "it goes back")\(advice)
            """, typing: String(sequence), about: context.number)
    }
}

extension TransactionContext {
    /// Whether a key that the book lists still signs for the account, as far as the request does not deny it.
    private func stillSigns(_ key: AccountID) -> Bool {
        input.claims.account(source)?.isSigned(by: key) ?? true
    }

    /// Another signer of this account according to the book, whose valid signature the transaction has: that signer's
    /// vault checked the transaction against its own journal.
    fileprivate var coSigner: AccountID? {
        input.book.signers(of: source).first { signer in
            signer != input.key?.account && stillSigns(signer)
                && signatures.contains { $0.isBy(signer.key, over: hash.bytes) }
        }
    }

    /// Whether the book lists others who sign for the account.
    fileprivate var isCoSigned: Bool { input.book.signers(of: source).contains { $0 != input.key?.account } }

    /// Whether the request brings along a transaction of this account with the number before this one, which signers of
    /// the account according to the book have signed, with weight enough for every threshold that it needs: all of them
    /// together agreed to that number.
    fileprivate var isNextAfterSigned: Bool {
        guard let known = input.book.account(source) else { return false }
        let authority = Authority(known, from: .book)
        return input.claims.signedBefore.contains { envelope in
            guard case .transaction(let earlier) = envelope.content, earlier.sourceAccount.account == source,
                earlier.seqNum == transaction.seqNum - 1,
                let levels = earlier.requiredLevels.first(where: { $0.account == source })?.levels
            else { return false }
            let hash = envelope.hash(on: network).bytes
            let weight = authority.allSigners.reduce(UInt32(0)) { sum, signer in
                guard case .ed25519(let key) = signer.key, stillSigns(.ed25519(key)),
                    envelope.signatures.contains(where: { $0.isBy(key, over: hash) })
                else { return sum }
                return sum + signer.weight
            }
            return levels.allSatisfy { weight >= authority.needed($0) ?? .max }
        }
    }

    fileprivate var number: HeldNumber { HeldNumber(account: source, sequence: transaction.seqNum) }

    /// Whether proven lines have a conflict, which W-SEQUSED reports in full.
    fileprivate var hasProvenConflict: Bool {
        input.history.provenConflict(with: hash, source: source, sequence: transaction.seqNum, on: network)
    }

    /// Whether an earlier transaction of this number makes the same contract call: one that was simulated again,
    /// because what it may read and spend had changed in the meantime.
    fileprivate func callsTheSame(as earlier: EarlierTransaction) -> Bool {
        guard transaction.operations.count == 1, let operation = transaction.operations.first,
            case .invokeHostFunction(let op) = operation.body
        else { return false }
        let bare = InvokeHostFunctionOp(hostFunction: op.hostFunction, auth: [])
        let summary = OperationSummary.of(.invokeHostFunction(bare), tokens: tokens).plain
        guard earlier.summary.hasPrefix(summary) else { return false }
        let rest = earlier.summary.dropFirst(summary.count)
        let counted = OperationSummary.authorizations
        return rest.isEmpty || rest.hasPrefix(counted) && rest.dropFirst(counted.count).allSatisfy(\.isNumber)
    }

    /// Another transaction that was signed before with the same sequence number.
    fileprivate var conflict: EarlierTransaction? {
        input.history.conflict(with: hash, source: source, sequence: transaction.seqNum, on: network)
    }
}
