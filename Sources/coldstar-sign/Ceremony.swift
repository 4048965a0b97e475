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
    /// As the review saw it.
    let around: VaultState
    /// What the journal says when it was; see `Present.counted(after:)`.
    let now: Timestamp
    let key: KeyName
    /// Whose lists the key believes from now on; nil when it knows their owner.
    let newOwner: [UInt8]?
    private var journal: SignerJournal { SignerJournal(folder: around.folder) }

    /// Writes down the intent, signs, and writes down that a signature exists. Should the journal not take the intent, nothing is signed.
    ///
    /// - Parameters:
    ///   - payload: what is signed as it is, where that is not a hash.
    ///   - history: what the review was found to be still right after, see `history(holding:after:fits:)`.
    /// - Returns: the signature, and the journal as it is then.
    func sign(
        _ approved: ApprovedEnvelope, _ review: Review, payload: [UInt8]? = nil, by signer: borrowing VaultSigner,
        after history: SignerHistory, holding lock: borrowing VaultLock
    ) throws(Failure) -> (signed: SignedEnvelope, history: SignerHistory) {
        let shown = ReviewText.of(review, full: true)
        let state = try refreshed(lock, signer)
        let intent = try intent(review, payload, shown: shown, seal: try announced(state, lock, signer))
        let written = try record([intent], after: history, state, lock, signer)
        let signed: SignedEnvelope
        do {
            signed = try approved.signed(by: signer)
        } catch {
            try record(.failed, [intent.hash])
            throw Self.failure(error)
        }
        try record(.signed, [intent.hash])
        return (signed, try reseal(after: written, state, lock, signer))
    }

    /// The same for a batch that was approved as a whole: all intents come first, then all signatures.
    ///
    /// - Parameter deliver: takes each signed transaction, in the order of the file.
    func sign(
        _ batch: ExaminedBatch, passed: Set<PassedHold>, by signer: borrowing VaultSigner,
        holding lock: borrowing VaultLock, _ deliver: (SignedEnvelope, Examined) throws(Failure) -> Void
    ) throws(Failure) {
        let shown = BatchText.of(batch.review)
        let state = try refreshed(lock, signer)
        let seal = try announced(state, lock, signer)
        var intents: [SigningIntent] = []
        var later = BatchHistory(before: JournalHistory(history: state.history, key: key), now: batch.now)
        try batch.visit { (_, reviewed) throws(Failure) in
            if state.history.entries > around.history.entries {
                try Self.check(reviewed, after: later)
                later.add(reviewed.review)
            }
            intents.append(try intent(reviewed.review, nil, shown: shown, seal: seal))
        }
        guard BatchReview.hash(of: intents.map(\.hash)) == batch.review.hash else {
            throw Failure(.bug, "what is to be signed is not what was reviewed")
        }
        let written = try record(intents, after: state.history, state, lock, signer)
        let hashes = intents.map(\.hash)
        var done = 0
        do throws(Failure) {
            try batch.visit { (_, reviewed, examined) throws(Failure) in
                let approved = try Consent.approve(reviewed, passed)
                let signed: SignedEnvelope
                do throws(SigningError<VaultSigner.Fault>) { signed = try approved.signed(by: signer) } catch {
                    throw Self.failure(error)
                }
                done += 1
                try deliver(signed, examined)
            }
        } catch {
            try record(.signed, Array(hashes[..<done]))
            try record(.failed, Array(hashes[done...]))
            throw error
        }
        try record(.signed, hashes)
        _ = try reseal(after: written, state, lock, signer)
    }

    /// Waits until nobody else signs with the vault. It is held from the judgement to the last signature: what several programs let go
    /// of at the same time is counted one after the other.
    static func locked(_ around: VaultState) throws(Failure) -> VaultLock {
        do { return try VaultLock(folder: around.folder) } catch { throw Failure(error) }
    }

    /// What was signed until now, if that changes nothing in the reviews that it would have had to.
    ///
    /// - Parameters:
    ///   - around: the vault of which the reviews were made.
    ///   - keys: for which they were made, one for each.
    static func history(
        holding lock: borrowing VaultLock, after around: VaultState, fits reviews: [ReviewedEnvelope],
        of keys: [KeyName]
    ) throws(Failure) -> SignerHistory {
        let now: SignerHistory
        do { now = try SignerJournal(folder: around.folder).history(after: around.history) } catch {
            throw Failure(error)
        }
        guard now.entries > around.history.entries else { return now }
        for (reviewed, key) in zip(reviews, keys) { try check(reviewed, after: JournalHistory(history: now, key: key)) }
        return now
    }

    private static func check(_ reviewed: ReviewedEnvelope, after history: any SigningHistory) throws(Failure) {
        guard let finding = reviewed.added(after: history).first else { return }
        throw Failure(
            .refused,
            "another program has signed something since this was reviewed, and now \(finding.rule.rawValue) says: \(finding.message)",
            hint: "look at the review again: run the same command")
    }

    /// The vault as it is now that nobody else writes, if its lists are still those of which the review was made.
    private func refreshed(_ lock: borrowing VaultLock, _ signer: borrowing VaultSigner) throws(Failure) -> VaultState {
        do {
            let state = try around.refreshed(holding: lock)
            try state.checkLists(areThoseOf: around)
            let isFirst = try signer.withKey { (key) throws(StateError) in try state.verify(key) }
            guard !isFirst || newOwner == state.listKey else {
                throw StateError.changedMeanwhile(file: "seal.\(key.text)")
            }
            return state
        } catch {
            throw Failure(state: error)
        }
    }

    /// The number of a seal that is on the disk before the journal names it: a kill between the two leaves files that agree.
    private func announced(
        _ state: VaultState, _ lock: borrowing VaultLock, _ signer: borrowing VaultSigner
    ) throws(Failure) -> UInt64 {
        do { return try signer.reseal(state, holding: lock, believing: newOwner).counter } catch {
            throw Failure(error)
        }
    }

    /// From here on the journal cannot lose the intents unseen.
    private func record(
        _ intents: [SigningIntent], after history: SignerHistory, _ state: VaultState, _ lock: borrowing VaultLock,
        _ signer: borrowing VaultSigner
    ) throws(Failure) -> SignerHistory {
        do { try journal.record(intents, after: history) } catch { throw Failure(error) }
        return try reseal(after: history, state, lock, signer)
    }

    /// Lets the key's seal know the journal as it is now.
    private func reseal(
        after history: SignerHistory, _ state: VaultState, _ lock: borrowing VaultLock,
        _ signer: borrowing VaultSigner
    ) throws(Failure) -> SignerHistory {
        do {
            let now = try journal.history(after: history)
            try signer.reseal(state, holding: lock, history: now)
            return now
        } catch {
            throw Failure(state: error)
        }
    }

    /// The signature has reached where the user wanted it.
    func delivered(_ review: Review) throws(Failure) {
        if let hash = review.hash { try record(.delivered, [hash]) }
    }

    /// The same of a batch.
    func delivered(_ hashes: [TransactionHash]) throws(Failure) { try record(.delivered, hashes) }

    private func record(_ result: SigningOutcome.Result, _ hashes: [TransactionHash]) throws(Failure) {
        do {
            try journal.record(hashes.map { SigningOutcome(time: now, hash: $0, result: result) })
        } catch {
            throw Failure(error)
        }
    }

    private static func failure(_ error: SigningError<VaultSigner.Fault>) -> Failure {
        switch error {
        case .otherKey: Failure(.refused, "the key is another than the one that was reviewed")
        case .signer(.sodium(let error)): Failure(.refused, "the key did not sign: \(error.message)")
        case .badSignature: Failure(.bug, "the signature that was made does not verify; do not use this machine")
        case .full: Failure(.badInput, "the envelope already has 20 signatures, the most that the network takes")
        }
    }

    /// What the journal keeps of a review.
    ///
    /// - Parameters:
    ///   - payload: what is signed as it is, where there is no hash.
    ///   - shown: the page that was shown.
    private func intent(_ review: Review, _ payload: [UInt8]?, shown: String, seal: UInt64) throws(Failure)
        -> SigningIntent
    {
        let neither = Failure(.bug, "something was approved that has neither hash nor payload")
        guard let hash = review.hash ?? payload.map({ TransactionHash(Hash(sha256: $0)) }) else {
            throw neither
        }
        let digest = Hash(sha256: Array(shown.utf8))
        let kind: SignedKind
        var transaction: Transaction?
        switch review.content {
        case .message: kind = .message
        case .feeBump: kind = .feeBump
        case .transaction(let found):
            kind = review.kind == .challenge ? .challenge : .transaction
            transaction = found
        case .nothing:
            guard payload != nil else { throw neither }
            kind = .payload
        }
        return SigningIntent(
            time: now, kind: kind, hash: hash, network: review.network,
            source: transaction?.sourceAccount.account ?? bumpSource(review),
            sequence: kind == .transaction ? transaction?.seqNum : nil, key: key, summary: summary(review),
            review: digest, findings: names(review), destinations: destinations(review),
            spent: Spending(review).amounts, seal: seal)
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
