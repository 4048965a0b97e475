// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import SodiumKit
import Stellar
import StellarXDR
import Vault
import XDR

/// Signing with journal entries before and after.
struct Ceremony {
    /// The vault as the review saw it.
    let around: VaultState
    /// The time for journal entries; see `Present.counted(after:)`.
    let now: Timestamp
    let key: KeyName
    let trust: NewTrust
    /// The clocks, for the key's seal; nil if the system does not provide them.
    let clock: ClockReading?

    /// Records the intent, signs, and records that a signature exists. If the intent cannot be recorded, nothing is signed.
    ///
    /// - Parameter payload: the bytes to sign, for a payload instead of a hash.
    func sign(
        _ approved: ApprovedEnvelope, _ review: Review, payload: [UInt8]? = nil, by signer: borrowing VaultSigner,
        holding lock: borrowing VaultLock
    ) throws(Failure) -> SignedEnvelope {
        let shown = ReviewText.of(review, full: true)
        let record = try recordKey(of: signer)
        let state = try refreshed(lock, signer)
        let intent = try intent(review, payload, shown: shown, seal: try announced(state, lock, record))
        let written = try self.record([intent], state, lock, record)
        let signed: SignedEnvelope
        do {
            signed = try approved.signed(by: signer)
        } catch {
            _ = try self.record(.failed, [intent.hash], written, lock, record)
            throw Self.failure(error)
        }
        _ = try self.record(.signed, [intent.hash], written, lock, record)
        return signed
    }

    /// Signs a batch that was approved as a whole: records all intents first, then makes all signatures.
    ///
    /// - Parameter deliver: receives each signed transaction, in the order of the file.
    func sign(
        _ batch: ExaminedBatch, passed: Set<PassedHold>, by signer: borrowing VaultSigner,
        holding lock: borrowing VaultLock, _ deliver: (SignedEnvelope, Examined) throws(Failure) -> Void
    ) throws(Failure) {
        let shown = BatchText.of(batch.review)
        let record = try recordKey(of: signer)
        let state = try refreshed(lock, signer)
        let seal = try announced(state, lock, record)
        var intents: [SigningIntent] = []
        var later = BatchHistory(before: JournalHistory(state.record(for: key), key), now: batch.now)
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
        let written = try self.record(intents, state, lock, record)
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
            let failed = try self.record(.signed, Array(hashes[..<done]), written, lock, record)
            _ = try self.record(.failed, Array(hashes[done...]), failed, lock, record)
            throw error
        }
        _ = try self.record(.signed, hashes, written, lock, record)
    }

    /// Waits until no other program signs with the vault. The lock is held from the last review to the last signature, so that amounts
    /// signed concurrently by several programs are counted one after the other.
    static func locked(_ around: VaultState) throws(Failure) -> VaultLock {
        do { return try VaultLock(folder: around.folder) } catch { throw Failure(error) }
    }

    /// The current vault, if the signatures made since the reviews add no findings to them.
    ///
    /// - Parameters:
    ///   - around: the vault on which the reviews were based.
    ///   - keys: the keys of the reviews, one for each.
    static func current(
        holding lock: borrowing VaultLock, after around: VaultState, fits reviews: [ReviewedEnvelope],
        of keys: [KeyName]
    ) throws(Failure) -> VaultState {
        let now: VaultState
        do { now = try around.refreshed(holding: lock) } catch { throw Failure(error) }
        guard now.history.entries > around.history.entries else { return now }
        for (reviewed, key) in zip(reviews, keys) {
            try check(reviewed, after: JournalHistory(now.record(for: key), key))
        }
        return now
    }

    private static func check(_ reviewed: ReviewedEnvelope, after history: any SigningHistory) throws(Failure) {
        guard let finding = reviewed.added(after: history).first else { return }
        throw Failure(
            .refused,
            "another program has signed something since this was reviewed, and now \(finding.rule.rawValue) says: \(finding.message)",
            hint: "look at the review again: run the same command")
    }

    /// The current vault, read under the lock, if its lists are still those of the review.
    private func refreshed(_ lock: borrowing VaultLock, _ signer: borrowing VaultSigner) throws(Failure) -> VaultState {
        do {
            let state = try around.refreshed(holding: lock)
            try state.checkLists(areThoseOf: around)
            let isFirst = try signer.withKey { (key) throws(StateError) in try state.verify(key) }
            guard !isFirst || trust.owner == state.listKey else {
                throw StateError.changedMeanwhile(file: "seal.\(key.text)")
            }
            return state
        } catch {
            throw Failure(any: error)
        }
    }

    private func recordKey(of signer: borrowing VaultSigner) throws(Failure) -> RecordKey {
        do { return try signer.recordKey() } catch { throw Failure(any: error) }
    }

    /// Writes the seal before the journal names its number, so that the files agree even after an interruption between the two.
    private func announced(
        _ state: VaultState, _ lock: borrowing VaultLock, _ record: borrowing RecordKey
    ) throws(Failure) -> UInt64 {
        do {
            return try state.reseal(
                record, holding: lock, believing: trust.owner, accepting: trust.keys, clock: clock,
                seeing: trust.hasSeenRecord
            ).counter
        } catch {
            throw Failure(error)
        }
    }

    /// Records the intents and updates the key's seal, so that removing them from the journal can be detected.
    private func record(
        _ intents: [SigningIntent], _ state: VaultState, _ lock: borrowing VaultLock, _ record: borrowing RecordKey
    ) throws(Failure) -> VaultState {
        let journal = SignerJournal(folder: state.folder)
        do {
            try journal.record(intents, after: state.record(for: key).all, by: record)
            return try Self.reseal(state, lock, record)
        } catch {
            throw Failure(any: error)
        }
    }

    private func record(
        _ result: SigningOutcome.Result, _ hashes: [TransactionHash], _ state: VaultState, _ lock: borrowing VaultLock,
        _ record: borrowing RecordKey
    ) throws(Failure) -> VaultState {
        do { return try Self.record(result, hashes, at: now, state, lock, record) } catch {
            throw Failure(any: error)
        }
    }

    private static func record(
        _ result: SigningOutcome.Result, _ hashes: [TransactionHash], at now: Timestamp, _ state: VaultState,
        _ lock: borrowing VaultLock, _ record: borrowing RecordKey
    ) throws -> VaultState {
        let lines = hashes.map { JournalEntry.outcome(SigningOutcome(time: now, hash: $0, result: result)) }
        try SignerJournal(folder: state.folder).record(lines, by: record)
        return try reseal(state, lock, record)
    }

    /// Updates the key's seal to cover the current journal.
    private static func reseal(
        _ state: VaultState, _ lock: borrowing VaultLock, _ record: borrowing RecordKey
    ) throws -> VaultState {
        let now = try state.refreshed(holding: lock)
        try now.reseal(record, holding: lock)
        return now
    }

    /// Records that signatures were delivered to the user. The key and its PIN have been erased from memory by then.
    ///
    /// - Parameter around: the vault as the review saw it.
    static func delivered(
        _ hashes: [TransactionHash], at now: Timestamp, _ around: VaultState, by record: borrowing RecordKey
    ) throws(Failure) {
        guard !hashes.isEmpty else { return }
        let lock = try locked(around)
        do {
            _ = try Self.record(.delivered, hashes, at: now, try around.refreshed(holding: lock), lock, record)
        } catch StateError.foreignLine {
            // Another program wrote to the journal meanwhile. The signature has been delivered; the next command reports the line.
        } catch {
            throw Failure(any: error)
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

    /// The journal entry for a review.
    ///
    /// - Parameters:
    ///   - payload: the bytes to sign, if there is no hash.
    ///   - shown: the review as displayed.
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
            review: digest, findings: names(review), destinations: review.paidAddresses,
            spent: Spending(review).amounts, seal: seal)
    }

    private func bumpSource(_ review: Review) -> AccountID? {
        if case .feeBump(let bump) = review.content { bump.feeSource.account } else { nil }
    }

    /// A summary of the operations for the journal: the first one in words, and the number of the others.
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
}
