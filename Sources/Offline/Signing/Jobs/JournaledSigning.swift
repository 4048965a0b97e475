// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import StellarXDR
import Vault

/// Signing with journal entries before and after.
struct JournaledSigning {
    /// The vault as the review saw it.
    let vault: VaultState
    /// The time for journal entries; see `ReviewClock.counted(after:)`.
    let now: Timestamp
    let key: KeyName
    let trust: SealTrust
    /// The clocks, for the key's seal; nil if the system does not provide them.
    let clock: ClockReading?
    /// Lets the policy pass holds; nil without a policy.
    let policy: PolicyProof?

    /// - Parameters:
    ///   - key: proven against the vault as the review saw it.
    ///   - vault: the vault as the review saw it.
    ///   - now: the vault under its lock, which has the latest proven line.
    init(_ key: OpenedKey, vault: VaultState, now: VaultState, clock: ReviewClock) {
        self.vault = vault
        self.now = clock.counted(after: now.record(for: key.name).proven.latestTime)
        self.key = key.name
        trust = key.trust
        policy = key.policy
        self.clock = clock.reading
    }

    /// Records the intent, signs, and records that a signature exists. If the intent cannot be recorded, nothing is signed.
    ///
    /// - Parameters:
    ///   - shown: the digest of the page that was agreed to.
    ///   - payload: the bytes to sign, for a payload instead of a hash.
    func sign(
        _ reviewed: ReviewedItem, passed: Set<PassedHold>, shown: Hash, payload: [UInt8]? = nil,
        by signer: borrowing VaultSigner,
        holding lock: borrowing VaultLock
    ) throws(Failure) -> SignedEnvelope {
        let approved = try approved(reviewed, passed)
        let review = reviewed.review
        let record = try recordKey(of: signer)
        let state = try refreshed(lock, signer)
        let intent = SigningIntent(
            try JournaledReview(review, payload: payload), key: key, time: now, shown: shown,
            seal: try announced(state, lock, record))
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
    /// - Parameters:
    ///   - shown: the digest of the page that was agreed to.
    ///   - deliver: receives each signed transaction, in the order of the file.
    func sign(
        _ batch: ReviewedBatch, passed: Set<PassedHold>, shown: Hash, by signer: borrowing VaultSigner,
        holding lock: borrowing VaultLock, _ deliver: (SignedEnvelope, ParsedRequest) throws(Failure) -> Void
    ) throws(Failure) {
        let record = try recordKey(of: signer)
        let state = try refreshed(lock, signer)
        let seal = try announced(state, lock, record)
        if state.history.entries > vault.history.entries {
            var later = BatchHistory(before: JournalHistory(state.record(for: key), key), now: batch.review.now)
            try batch.visit { (_, reviewed, _) throws(Failure) in
                try Self.check(reviewed, after: later)
                later.add(reviewed.review)
            }
        }
        let intents = batch.journaled.map { SigningIntent($0, key: key, time: now, shown: shown, seal: seal) }
        guard BatchReview.hash(of: intents.map(\.hash)) == batch.review.hash else {
            throw Failure(.bug, "what is to be signed is not what was reviewed")
        }
        let written = try self.record(intents, state, lock, record)
        let hashes = intents.map(\.hash)
        var done = 0
        do throws(Failure) {
            try batch.visit { (_, reviewed, request) throws(Failure) in
                guard done < hashes.count, reviewed.review.hash == hashes[done] else {
                    throw Failure(.bug, "what is to be signed is not what was reviewed")
                }
                let approved = try approved(reviewed, passed)
                let signed: SignedEnvelope
                do throws(SigningError<VaultSigner.KeyError>) { signed = try approved.signed(by: signer) } catch {
                    throw Self.failure(error)
                }
                done += 1
                try deliver(signed, request)
            }
        } catch {
            let failed = try self.record(.signed, Array(hashes[..<done]), written, lock, record)
            _ = try self.record(.failed, Array(hashes[done...]), failed, lock, record)
            throw error
        }
        _ = try self.record(.signed, hashes, written, lock, record)
    }

    private func approved(_ reviewed: ReviewedItem, _ passed: Set<PassedHold>) throws(Failure) -> ApprovedEnvelope {
        do {
            return try reviewed.approve(holdsPassed: passed, policy: policy)
        } catch {
            throw Failure(.refused, "the review was not passed")
        }
    }

    /// Waits until no other program signs with the vault. The lock is held from the last review to the last signature, so that amounts
    /// signed concurrently by several programs are counted one after the other.
    static func locked(_ vault: VaultState) throws(Failure) -> VaultLock {
        do { return try VaultLock(folder: vault.folder) } catch { throw Failure(error) }
    }

    /// The current vault, if the signatures made since the reviews add no findings to them.
    ///
    /// - Parameters:
    ///   - earlier: the vault on which the reviews were based.
    ///   - keys: the keys of the reviews, one for each.
    static func current(
        holding lock: borrowing VaultLock, after earlier: VaultState, fits reviews: [ReviewedItem],
        of keys: [KeyName]
    ) throws(Failure) -> VaultState {
        let now: VaultState
        do { now = try earlier.refreshed(holding: lock) } catch { throw Failure(error) }
        guard now.history.entries > earlier.history.entries else { return now }
        for (reviewed, key) in zip(reviews, keys) {
            try check(reviewed, after: JournalHistory(now.record(for: key), key))
        }
        return now
    }

    private static func check(_ reviewed: ReviewedItem, after history: any SigningHistory) throws(Failure) {
        guard let finding = reviewed.added(after: history).first else { return }
        throw Failure(
            .refused,
            "another program has signed something since this was reviewed, and now \(finding.rule.rawValue) says: \(finding.phrase.wording)",
            hint: "look at the review again, then sign")
    }

    /// The current vault, read under the lock, if its lists are still those of the review.
    private func refreshed(_ lock: borrowing VaultLock, _ signer: borrowing VaultSigner) throws(Failure) -> VaultState {
        do {
            let state = try vault.refreshed(holding: lock)
            try state.checkLists(areThoseOf: vault)
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
    /// - Parameter vault: the vault as the review saw it.
    static func delivered(
        _ hashes: [TransactionHash], at now: Timestamp, _ vault: VaultState, by record: borrowing RecordKey
    ) throws(Failure) {
        guard !hashes.isEmpty else { return }
        let lock = try locked(vault)
        do {
            _ = try Self.record(.delivered, hashes, at: now, try vault.refreshed(holding: lock), lock, record)
        } catch StateError.foreignLine {
            // Another program wrote to the journal meanwhile. The signature has been delivered; the next command reports the line.
        } catch {
            throw Failure(any: error)
        }
    }

    private static func failure(_ error: SigningError<VaultSigner.KeyError>) -> Failure {
        switch error {
        case .otherKey: Failure(.refused, "the key is not the one that was reviewed")
        case .signer(.key(let error)): Failure(.refused, "the key did not sign: \(error.message)")
        case .badSignature: Failure(.bug, "the signature that was made does not verify; do not use this machine")
        case .full: Failure(.badInput, "the envelope already has 20 signatures, the most that the network takes")
        }
    }
}

extension SigningIntent {
    /// The journal entry for a review.
    ///
    /// - Parameter shown: the digest of the page that was agreed to.
    init(_ reviewed: JournaledReview, key: KeyName, time: Timestamp, shown: Hash, seal: UInt64) {
        self.init(
            time: time, kind: reviewed.kind, hash: reviewed.hash, network: reviewed.network, source: reviewed.source,
            sequence: reviewed.sequence, key: key, summary: reviewed.summary, review: shown,
            findings: reviewed.findings, destinations: reviewed.destinations, spent: reviewed.spent, seal: seal,
            chain: reviewed.chain, request: reviewed.request, validUntil: reviewed.validUntil)
    }
}

/// What a journal entry says of a review. It is much smaller, so that a batch is not reviewed again for its entries.
struct JournaledReview: Sendable {
    let kind: SignedKind
    let hash: TransactionHash
    let network: Network?
    let source: AccountID?
    let sequence: Int64?
    let summary: String
    let findings: [String]
    let destinations: [StrKey]
    let spent: [String: Int64]
    let chain: ChainNetwork?
    let request: String?
    let validUntil: Timestamp?

    /// - Parameter payload: the bytes to sign, if there is no hash: of a file its BLAKE2b-512.
    init(_ review: Review, payload: [UInt8]? = nil) throws(Failure) {
        let neither = Failure(.bug, "something was approved that has neither hash nor payload")
        guard let hash = review.hash ?? payload.map({ TransactionHash(Hash(sha256: $0)) }) else {
            throw neither
        }
        var end: UInt64 = 0
        let kind: SignedKind
        var transaction: Transaction?
        var chain: ChainNetwork?
        switch review.content {
        case .message: kind = .message
        case .authorization: kind = .authorization
        case .chainMessage(let message): (kind, chain) = (.message, message.network)
        case .feeBump: kind = .feeBump
        case .transaction(let found):
            kind = review.kind == .challenge ? .challenge : .transaction
            transaction = found
            end = found.cond.timeBounds?.maxTime ?? 0
        case .file: kind = .file
        case .nothing:
            guard payload != nil else { throw neither }
            kind = .payload
        }
        self.kind = kind
        self.hash = hash
        self.chain = chain
        network = review.network
        source = transaction?.sourceAccount.account ?? Self.bumpSource(review)
        sequence = kind == .transaction ? transaction?.seqNum : nil
        summary = Self.summary(review)
        findings = Self.names(review)
        destinations = review.paidAddresses
        spent = Spending(review).amounts
        request = review.claims.request
        validUntil = end > 0 ? Timestamp(end) : nil
    }

    private static func bumpSource(_ review: Review) -> AccountID? {
        if case .feeBump(let bump) = review.content { bump.feeSource.account } else { nil }
    }

    /// A summary of the operations for the journal: the first one in words, and the number of the others.
    private static func summary(_ review: Review) -> String {
        if case .file(let file) = review.content {
            return "file \(file.name), \(file.size) bytes, SHA-256 \(Hex.encode(file.sha256.bytes))"
        }
        if case .chainMessage(let message) = review.content {
            return
                "message of \(message.bytes.count) bytes for \(message.network.title), \(message.address.text), asked by \(message.origin)"
        }
        if case .authorization(let asked) = review.content {
            let address = asked.entry.credentials.address.map { "\($0.address.address)" } ?? "a transaction's source"
            return "authorization by \(address) until ledger \(asked.expirationLedger)"
        }
        let operations = review.operations.isEmpty ? review.inner?.operations ?? [] : review.operations
        guard let first = operations.first else { return "\(review.kind.rawValue)" }
        let more = operations.count > 1 ? " and \(operations.count - 1) more" : ""
        return first.summary.plain + more
    }

    private static func names(_ review: Review) -> [String] {
        var names: [String] = []
        for finding in review.allFindings where !names.contains(finding.rule.rawValue) {
            names.append(finding.rule.rawValue)
        }
        return names
    }
}
