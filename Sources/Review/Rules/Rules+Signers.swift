// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import StellarXDR
import XDR

/// Rules about who may sign for an account from now on.
extension Rules {
    static let signers = [
        Rule(
            .masterWeight,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body, op.masterWeight == 0 else { return }
                findings.hold(
                    "the own key of \(context.source.account) can no longer sign for it; \(context.remainingWays(op))",
                    about: .publicKey(context.source.key))
            }),
        Rule(.signer, .operation([.setOptions], signer)),
        Rule(.threshold, .operation([.setOptions], threshold)),
        Rule(
            .unreviewedPreAuth,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body, let signer = op.signer, signer.weight > 0,
                    case .preAuthTx(let hash) = signer.key
                else { return }
                let transaction = context.transaction
                let given = transaction.input.companions.contains { $0.hash(on: transaction.network).hash == hash }
                if !given {
                    findings.refuse(
                        """
                        authorizes in advance the transaction with the hash \(hex: hash.bytes), which was not given: \
                        nobody can see what it does
                        """)
                }
            }),
        Rule(.revealedSecret, .transaction(revealedSecret)),
        Rule(
            .wrongSignature,
            .request { context, findings in
                guard case .envelope(let envelope, _, _) = context.input.subject, let hash = context.hash else {
                    return
                }
                wrong(
                    Reviewer.signatures(of: envelope, envelope.signatures.elements, hash, context.input), &findings)
            },
            .transaction { context, findings in
                guard context.isInner else { return }
                wrong(
                    Reviewer.signatures(of: context.transaction, context.signatures, context.hash, context.input),
                    &findings)
            }),
    ]

    private static func wrong(_ signatures: [SignatureReview], _ findings: inout Findings) {
        for account in signatures.compactMap(\.claimed) {
            findings.warn(
                """
                a signature with the hint of \(account) is not by it: it is wrong, or of another transaction or network, and \
                the network may refuse the whole for it
                """)
        }
    }

    private static func signer(_ context: OperationContext, _ findings: inout Findings) {
        guard case .setOptions(let op) = context.body else { return }
        let account = context.source.account
        if let weight = op.masterWeight, weight > 0 {
            let before: Phrase = context.book.account(account).map { "has weight \($0.masterWeight) and " } ?? ""
            findings.hold(
                "the own key of \(account) \(before)gets weight \(weight); \(context.remainingWays(op))",
                about: .publicKey(account.key))
        }
        guard let signer = op.signer else { return }
        if signer.weight == 0 {
            return findings.hold(
                "\(Phrase(signer.key)) can no longer sign for \(account); \(context.remainingWays(op))",
                about: signer.key.strKey)
        }
        let known = context.book.account(account)
        let before = known?.signers.first { $0.key == signer.key }?.weight
        let change: Phrase =
            before.map { "has weight \($0) and gets \(signer.weight)" } ?? "gets weight \(signer.weight)"
        let reach: Phrase =
            known.map { "; the account's thresholds are \($0.low), \($0.medium) and \($0.high)" } ?? ""
        findings.hold(
            "\(Phrase(signer.key)) can sign for \(account): it \(change)\(reach)", about: signer.key.strKey)
    }

    private static func threshold(_ context: OperationContext, _ findings: inout Findings) {
        guard case .setOptions(let op) = context.body,
            op.lowThreshold != nil || op.medThreshold != nil || op.highThreshold != nil
        else { return }
        let levels: [(Phrase, UInt32?)] = [
            ("low", op.lowThreshold), ("medium", op.medThreshold), ("high", op.highThreshold),
        ]
        let changes = levels.compactMap { name, value in value.map { "\(name) \($0)" as Phrase } }
        findings.hold(
            """
            the weight needed to sign for \(context.source.account) becomes \(Phrase(changes, separator: ", ")); \
            \(context.remainingWays(op))
            """, about: .publicKey(context.source.key))
    }

    /// A signature that is the preimage of its own hint is the secret of a hash(x) signer, and no Ed25519 signature.
    private static func revealedSecret(_ context: TransactionContext, _ findings: inout Findings) {
        if let key = context.input.revealing {
            findings.hold(
                """
                the secret behind the hash \(StrKey.hashX(key)) goes into the envelope: once sent it is public for every \
                user of it
                """, about: .hashX(key))
        }
        for signature in context.signatures {
            let hash = SHA256.hash(signature.signature.bytes)
            guard signature.hint == .last(of: hash), let key = Hash(hash) else { continue }
            findings.hold(
                """
                the secret behind the hash \(StrKey.hashX(key)) is in the envelope: once sent it is public for every \
                user of it
                """,
                about: .hashX(key))
        }
    }
}

extension OperationContext {
    /// Whether the account can still be signed for at each level after this change, as far as the book tells, or the
    /// request.
    fileprivate func remainingWays(_ change: SetOptionsOp) -> Phrase {
        let inBook = book.account(source.account)
        guard var account = inBook ?? transaction.input.claims.account(source.account) else {
            let unknown: Phrase =
                "the book does not have the account's signers: whether it can still be signed for cannot be told here"
            guard let weight = change.masterWeight, weight > 0 else { return unknown }
            let levels: [(Phrase, UInt32?)] = [
                ("low", change.lowThreshold), ("medium", change.medThreshold), ("high", change.highThreshold),
            ]
            let beyond = levels.filter { max($0.1 ?? 0, 1) > weight }.map(\.0)
            return beyond.isEmpty
                ? unknown : "\(unknown), and ITS OWN KEY DOES NOT REACH \(Phrase(beyond, separator: ", "))"
        }
        let witness: Phrase = inBook == nil ? "as the request claims" : "by the book"
        account.apply(change)
        let weight = account.weightInAll
        let needed: [(Phrase, UInt32)] = [("low", account.low), ("medium", account.medium), ("high", account.high)]
        let lost = needed.filter { max($0.1, 1) > weight }.map(\.0)
        if lost.isEmpty { return "\(witness) every level can still be reached, with a weight of \(weight) in all" }
        return """
            \(witness) NOBODY CAN REACH \(Phrase(lost, separator: ", ")) ANY MORE, with a weight of \(weight) in all: \
            this is final
            """
    }
}

extension KnownAccount {
    /// What all signers together weigh; each counts for 255 at most.
    fileprivate var weightInAll: UInt64 {
        signers.reduce(UInt64(min(masterWeight, 255))) { $0 + UInt64(min($1.weight, 255)) }
    }

    fileprivate mutating func apply(_ change: SetOptionsOp) {
        masterWeight = change.masterWeight ?? masterWeight
        low = change.lowThreshold ?? low
        medium = change.medThreshold ?? medium
        high = change.highThreshold ?? high
        guard let signer = change.signer else { return }
        signers.removeAll { $0.key == signer.key }
        if signer.weight > 0 { signers.append(signer) }
    }
}
