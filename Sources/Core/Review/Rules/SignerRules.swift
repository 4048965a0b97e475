// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// Rules about who may sign for an account from now on.
extension Rules {
    static let signers = [
        Rule(
            .masterWeight,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body, op.masterWeight == 0 else { return }
                findings.hold(
                    "the account's own key can no longer sign for \(context.source.account)",
                    about: .publicKey(context.source.key))
            }),
        Rule(.signer, .operation([.setOptions], signer)),
        Rule(.threshold, .operation([.setOptions], threshold)),
        Rule(
            .lockout,
            .transaction { context, findings in
                for outcome in context.outcomes where !outcome.lost.isEmpty {
                    findings.hold(outcome.lockout, outcome.lockoutHold)
                }
            }),
        Rule(
            .newSigner,
            .transaction { context, findings in
                for signer in context.newSigners { findings.hold(signer.phrase, signer.hold) }
            }),
        Rule(.otherSigners, .transaction(otherSigners)),
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
                        its operations cannot be reviewed
                        """)
                }
            }),
        Rule(.revealedSecret, .transaction(revealedSecret)),
        Rule(
            .wrongSignature,
            .request { context, findings in wrong(context.signatures, &findings) },
            .transaction { context, findings in
                if context.isInner { wrong(context.makers, &findings) }
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

    /// The table of who can sign afterwards is that of the book: with an old book it would lack signers.
    private static func otherSigners(_ context: TransactionContext, _ findings: inout Findings) {
        var seen: Set<AccountID> = []
        for account in context.transaction.requiredThresholds.map(\.account) where seen.insert(account).inserted {
            guard let known = context.book.account(account), let claimed = context.input.claims.account(account),
                let difference = known.difference(from: claimed)
            else { continue }
            let phrase: Phrase = """
                the request and the book name other signers of \(account): \(difference). Ask your co-signers which is right: the \
                networked machine may lie. If the book is out of date: '\(step: .sign(.replaceAccountInBook))'
                """
            if context.outcomes.contains(where: { $0.account == account }) {
                findings.hold(phrase, about: .publicKey(account.key))
            } else {
                findings.warn(phrase)
            }
        }
    }

    private static func signer(_ context: OperationContext, _ findings: inout Findings) {
        guard case .setOptions(let op) = context.body else { return }
        let account = context.source.account
        let known = context.book.account(account)
        if let weight = op.masterWeight, weight > 0 {
            let before: Phrase = known.map { " (in the book: \($0.masterWeight))" } ?? ""
            let phrase: Phrase = "the own key of \(account) gets weight \(weight)\(before)"
            hold(phrase, about: .ed25519(account.key), context, &findings)
        }
        guard let signer = op.signer else { return }
        let listed = known?.signers.first { $0.key == signer.key }?.weight
        if signer.weight == 0 {
            let unlisted: Phrase =
                known != nil && listed == nil ? "; the book does not list this signer and may be out of date" : ""
            return findings.hold(
                "\(Phrase(signer.key)) can no longer sign for \(account)\(unlisted)", about: signer.key.strKey)
        }
        let before: Phrase =
            known == nil ? "" : listed.map { " (in the book: \($0))" } ?? " (the book does not list this signer)"
        let phrase: Phrase = "\(Phrase(signer.key)) can sign for \(account) with weight \(signer.weight)\(before)"
        hold(phrase, about: signer.key, context, &findings)
    }

    /// Adds a hold about a signer: one that W-NEWSIGNER asks about is passed together with it.
    private static func hold(
        _ phrase: Phrase, about key: SignerKey, _ context: OperationContext, _ findings: inout Findings
    ) {
        let asked = context.transaction.newSigners.first { $0.account == context.source.account && $0.key == key }
        if let asked { findings.hold(phrase, asked.hold) } else { findings.hold(phrase, about: key.strKey) }
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
            "the weight needed to sign for \(context.source.account) becomes \(Phrase(changes, separator: ", "))",
            about: .publicKey(context.source.key))
    }

    /// A signature that is the preimage of its own hint is the secret of a hash(x) signer, not an Ed25519 signature.
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

extension KnownAccount {
    /// How the book's signers and thresholds of an account differ from those that a request claims; nil if they do not.
    fileprivate func difference(from claimed: KnownAccount) -> Phrase? {
        let (own, others) = (weights, claimed.weights)
        func list(_ weights: [SignerKey: UInt32], notIn other: [SignerKey: UInt32]) -> [Phrase] {
            weights.filter { other[$0.key] != $0.value }.map { (Signer(key: $0.key, weight: $0.value)) }
                .sorted { $0.key.strKey.text < $1.key.strKey.text }
                .map { "\(Phrase($0.key)) with weight \($0.weight)" }
        }
        var parts: [Phrase] = []
        let (ours, theirs) = (list(own, notIn: others), list(others, notIn: own))
        if !theirs.isEmpty { parts.append("in the request \(Phrase(theirs, separator: ", "))") }
        if !ours.isEmpty { parts.append("in the book \(Phrase(ours, separator: ", "))") }
        if (low, medium, high) != (claimed.low, claimed.medium, claimed.high) {
            parts.append(
                """
                thresholds low, medium, high \(claimed.low), \(claimed.medium), \(claimed.high) in the request and \
                \(low), \(medium), \(high) in the book
                """)
        }
        return parts.isEmpty ? nil : Phrase(parts, separator: "; ")
    }

    private var weights: [SignerKey: UInt32] {
        let all = signers.map { ($0.key, $0.weight) } + [(SignerKey.ed25519(account.key), masterWeight)]
        return Dictionary(all) { _, last in last }.filter { $0.value > 0 }
    }
}
