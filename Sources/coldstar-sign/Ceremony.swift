// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Review
import SodiumKit
import Stellar
import StellarXDR
import Vault
import XDR

/// The signing itself, written down before and after.
struct Ceremony {
    let journal: SignerJournal
    let history: SignerHistory
    let now: Timestamp
    let key: KeyName

    /// Writes down the intent, signs, and writes down that a signature exists. Should the journal not take the intent, nothing is signed.
    func sign(
        _ approved: ApprovedEnvelope, _ reviewed: ReviewedEnvelope, by signer: borrowing VaultSigner
    ) throws(Failure) -> SignedEnvelope {
        guard let intent = intent(reviewed.review) else {
            throw Failure(.refused, "a raw payload is not signed by this version")
        }
        do { try journal.record(intent, after: history) } catch { throw Failure(error) }
        let signed: SignedEnvelope
        do {
            signed = try approved.signed(by: signer)
        } catch {
            try record(.failed, intent.hash)
            throw Self.failure(error)
        }
        try record(.signed, intent.hash)
        return signed
    }

    /// The signature has reached where the user wanted it.
    func delivered(_ review: Review) throws(Failure) {
        if let hash = review.hash { try record(.delivered, hash) }
    }

    private func record(_ result: SigningOutcome.Result, _ hash: TransactionHash) throws(Failure) {
        do {
            try journal.record(SigningOutcome(time: now, hash: hash, result: result))
        } catch {
            throw Failure(error)
        }
    }

    private static func failure(_ error: SigningError<VaultSigner.Fault>) -> Failure {
        switch error {
        case .otherKey: Failure(.refused, "the key is another than the one that was reviewed")
        case .signer(.notAHash): Failure(.refused, "only hashes of what was reviewed are signed")
        case .signer(.sodium(let error)): Failure(.refused, "the key did not sign: \(error.message)")
        case .badSignature: Failure(.bug, "the signature that was made does not verify; do not use this machine")
        case .full: Failure(.badInput, "the envelope already has 20 signatures, the most that the network takes")
        }
    }

    /// What the journal keeps of a review; nil for what has no hash.
    private func intent(_ review: Review) -> SigningIntent? {
        guard let hash = review.hash else { return nil }
        let shown = ReviewText.of(review, full: true)
        guard let digest = Hash(SHA256.hash(Array(shown.utf8))) else { preconditionFailure("SHA-256 is 32 bytes") }
        let kind: SignedKind
        var transaction: Transaction?
        switch review.content {
        case .message: kind = .message
        case .feeBump: kind = .feeBump
        case .transaction(let found):
            kind = review.kind == .challenge ? .challenge : .transaction
            transaction = found
        case .nothing: return nil
        }
        return SigningIntent(
            time: now, kind: kind, hash: hash, network: review.network,
            source: transaction?.sourceAccount.account ?? bumpSource(review),
            sequence: kind == .transaction ? transaction?.seqNum : nil, key: key, summary: summary(review),
            review: digest, findings: names(review), destinations: destinations(review))
    }

    private func bumpSource(_ review: Review) -> AccountID? {
        if case .feeBump(let bump) = review.content { bump.feeSource.account } else { nil }
    }

    /// The first operations in words, as many as one line of the journal keeps.
    private func summary(_ review: Review) -> String {
        let operations = review.operations.isEmpty ? review.inner?.operations ?? [] : review.operations
        guard let first = operations.first else { return "\(review.kind.rawValue)" }
        let more = operations.count > 1 ? " and \(operations.count - 1) more" : ""
        return first.summary.plain + more
    }

    private func names(_ review: Review) -> [String] {
        var names: [String] = []
        for finding in review.allFindings where !names.contains(finding.rule.rawValue) {
            names.append(finding.rule.rawValue)
        }
        return names
    }

    private func destinations(_ review: Review) -> [AccountID] {
        var found: [AccountID] = []
        for operation in review.operations {
            guard let account = operation.operation.destination, !found.contains(account) else { continue }
            found.append(account)
        }
        return found
    }
}

extension Operation {
    /// The account that is paid, created or merged into.
    fileprivate var destination: AccountID? {
        switch body {
        case .payment(let payment): payment.destination.account
        case .createAccount(let create): create.destination
        case .pathPaymentStrictSend(let path): path.destination.account
        case .pathPaymentStrictReceive(let path): path.destination.account
        case .accountMerge(let destination): destination.account
        default: nil
        }
    }
}
