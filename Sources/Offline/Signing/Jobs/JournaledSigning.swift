// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import StellarXDR
import Vault

/// The vault under its lock, from the last review to the last signature: signs, with journal entries before and after.
///
/// Several programs that sign count their amounts one after the other. Only they respect the lock, so every file is
/// read again after each entry: the lines have to be on the disk as they were written, and nothing else may have
/// changed.
struct JournaledSigning: ~Copyable {
    private let lock: VaultLock
    /// The vault as the review saw it.
    private let reviewed: VaultState
    /// The vault as last read under the lock.
    private var state: VaultState
    private let clock: ReviewClock

    /// Waits until no other program signs with the vault, and reads what has become of it since the review.
    init(_ reviewed: VaultState, clock: ReviewClock) throws(Failure) {
        let lock = try Self.locked(reviewed.folder)
        let state: VaultState
        do { state = try reviewed.refreshed(holding: lock) } catch { throw Failure(error) }
        self.lock = lock
        self.reviewed = reviewed
        self.state = state
        self.clock = clock
    }

    private static func locked(_ folder: String) throws(Failure) -> VaultLock {
        do { return try VaultLock(folder: folder) } catch { throw Failure(error) }
    }

    /// Checks that the signatures made since the reviews add no findings to them that someone would have to pass. That
    /// the same hash was signed meanwhile is none: its signature is the same, and is worth no more.
    ///
    /// - Parameter keys: the keys of the reviews, one for each.
    func check(_ items: [ReviewedItem], of keys: [KeyName]) throws(Failure) {
        guard state.history.entries > reviewed.history.entries else { return }
        for (item, key) in zip(items, keys) {
            try Self.check(item, after: JournalHistory(state.record(for: key), key))
        }
    }

    private func check(_ batch: ReviewedBatch, of key: KeyName) throws(Failure) {
        guard state.history.entries > reviewed.history.entries else { return }
        var later = BatchHistory(before: JournalHistory(state.record(for: key), key), now: batch.review.now)
        try batch.visit { (_, item, _) throws(Failure) in
            try Self.check(item, after: later)
            later.add(item.review)
        }
    }

    private static func check(_ item: ReviewedItem, after history: any SigningHistory) throws(Failure) {
        // One person may sign the entries of a call for several of its accounts at once: a warning that a payment is
        // authorized again is for the next review.
        let isEntry = item.review.kind == .authorization
        let added = item.added(after: history).filter {
            $0.level > .info && !(isEntry && $0.rule == .repeated && $0.level == .warn)
        }
        guard let finding = added.first else { return }
        throw Failure(
            .refused,
            "another program has signed something since this was reviewed, and now \(finding.rule.rawValue) says: \(finding.phrase.wording)",
            hint: "review it again before you sign")
    }

    /// Records the intent, signs, and records that a signature exists. If the intent cannot be recorded, nothing is
    /// signed.
    ///
    /// - Parameters:
    ///   - shown: the digest of the page that was agreed to.
    ///   - payload: the bytes to sign, for a payload instead of a hash.
    mutating func sign(
        _ item: ReviewedItem, passed: Set<PassedHold>, shown: Hash, payload: [UInt8]? = nil, by key: OpenedKey
    ) throws(Failure) -> SignedEnvelope {
        let approved = try key.approve(item, passed)
        try verify(key)
        let now = now(for: key.name)
        let intent = SigningIntent(
            try JournaledReview(item.review, payload: payload), key: key.name, time: now, shown: shown,
            seal: try announce(by: key))
        try record([intent], by: key)
        let signed: SignedEnvelope
        do {
            signed = try approved.signed(by: key.unlocked)
        } catch {
            try record(.failed, [intent.hash], at: now, by: key)
            throw Self.failure(error)
        }
        try record(.signed, [intent.hash], at: now, by: key)
        return signed
    }

    /// Signs a batch that was approved as a whole: records all intents first, then makes all signatures.
    ///
    /// - Parameters:
    ///   - shown: the digest of the page that was agreed to.
    ///   - deliver: receives each signed transaction, in the order of the file.
    mutating func sign(
        _ batch: ReviewedBatch, passed: Set<PassedHold>, shown: Hash, by key: OpenedKey,
        _ deliver: (SignedEnvelope, ParsedRequest) throws(Failure) -> Void
    ) throws(Failure) {
        try verify(key)
        try check(batch, of: key.name)
        let now = now(for: key.name)
        let seal = try announce(by: key)
        let intents = batch.journaled.map { SigningIntent($0, key: key.name, time: now, shown: shown, seal: seal) }
        guard TransactionHash(ofBatch: intents.map(\.hash)) == batch.review.hash else {
            throw Failure(.bug, "what is to be signed is not what was reviewed")
        }
        try record(intents, by: key)
        let hashes = intents.map(\.hash)
        var done = 0
        do throws(Failure) {
            try batch.visit { (_, item, request) throws(Failure) in
                guard done < hashes.count, item.review.hash == hashes[done] else {
                    throw Failure(.bug, "what is to be signed is not what was reviewed")
                }
                let approved = try key.approve(item, passed)
                let signed: SignedEnvelope
                do throws(SigningError<KeyUseError>) { signed = try approved.signed(by: key.unlocked) } catch {
                    throw Self.failure(error)
                }
                done += 1
                try deliver(signed, request)
            }
        } catch {
            try record(.signed, Array(hashes[..<done]), at: now, by: key)
            try record(.failed, Array(hashes[done...]), at: now, by: key)
            throw error
        }
        try record(.signed, hashes, at: now, by: key)
    }

    /// What is needed to record that signatures were delivered to the user.
    ///
    /// - Parameter hashes: what was signed; empty for a payload, which the journal does not follow.
    func delivery(of hashes: [TransactionHash], by key: OpenedKey) throws(Failure) -> DeliveryRecord {
        do {
            return DeliveryRecord(hashes: hashes, key: try key.unlocked.record.copy(), vault: state, clock: clock)
        } catch {
            throw Failure(any: error)
        }
    }

    /// The time for journal entries by a key.
    private func now(for key: KeyName) -> Timestamp {
        clock.counted(after: state.record(for: key).proven.latestTime)
    }

    /// Checks that the lists under the lock are those of the review, and that the key accepts them.
    private func verify(_ key: OpenedKey) throws(Failure) {
        do {
            try state.checkLists(areThoseOf: reviewed)
            let isFirst = try state.verify(key.unlocked)
            guard !isFirst || key.trust.owner == state.listKey else {
                throw StateError.changedMeanwhile(file: "seal.\(key.name.text)")
            }
        } catch {
            throw Failure(any: error)
        }
    }

    /// Writes the seal before the journal names its number, so that the files agree even after an interruption between
    /// the two.
    private func announce(by key: OpenedKey) throws(Failure) -> UInt64 {
        do {
            return try state.reseal(
                key.unlocked.record, holding: lock, believing: key.trust.owner, accepting: key.trust.keys,
                clock: clock.reading, seeing: key.trust.hasSeenRecord
            ).counter
        } catch {
            throw Failure(error)
        }
    }

    /// Records the intents and updates the key's seal, so that removing them from the journal can be detected.
    private mutating func record(_ intents: [SigningIntent], by key: OpenedKey) throws(Failure) {
        do {
            let history = state.record(for: key.name).all
            try SignerJournal(folder: state.folder).record(intents, after: history, by: key.unlocked.record)
            try readBack(by: key.unlocked.record)
        } catch {
            throw Failure(any: error)
        }
    }

    private mutating func record(
        _ result: SigningOutcome.Result, _ hashes: [TransactionHash], at now: Timestamp, by key: OpenedKey
    ) throws(Failure) {
        do { try record(result, hashes, at: now, by: key.unlocked.record) } catch { throw Failure(any: error) }
    }

    private mutating func record(
        _ result: SigningOutcome.Result, _ hashes: [TransactionHash], at now: Timestamp,
        by key: borrowing RecordKey
    ) throws {
        let lines = hashes.map { JournalEntry.outcome(SigningOutcome(time: now, hash: $0, result: result)) }
        try SignerJournal(folder: state.folder).record(lines, by: key)
        try readBack(by: key)
    }

    /// Reads the vault again, and updates the key's seal to cover the current journal.
    private mutating func readBack(by key: borrowing RecordKey) throws(StateError) {
        state = try state.refreshed(holding: lock)
        try state.reseal(key, holding: lock)
    }

    fileprivate mutating func recordDelivery(of hashes: [TransactionHash], by key: borrowing RecordKey) throws(Failure)
    {
        do {
            try record(.delivered, hashes, at: now(for: key.name), by: key)
        } catch StateError.foreignLine {
            // Another program wrote to the journal meanwhile. The signature has been delivered; the next command
            // reports the line.
        } catch {
            throw Failure(any: error)
        }
    }

    private static func failure(_ error: SigningError<KeyUseError>) -> Failure {
        switch error {
        case .otherKey: Failure(.refused, "the key is not the one that was reviewed")
        case .signer(let error): Failure(.refused, "the key did not sign: \(error.message)")
        case .badSignature: Failure(.bug, "the signature that was made does not verify; do not use this machine")
        case .full: Failure(.badInput, "the envelope already has 20 signatures, the most that the network takes")
        }
    }
}

/// What the journal entry about a delivery needs. The account's key and its PIN have been erased from memory by then.
struct DeliveryRecord: ~Copyable {
    fileprivate let hashes: [TransactionHash]
    fileprivate let key: RecordKey
    /// The vault after the last signature.
    fileprivate let vault: VaultState
    fileprivate let clock: ReviewClock

    /// Writes to the journal that the user has what was signed. The lock was released for the delivery, which may wait
    /// for long: the vault is read again before a line is added to it.
    func write() throws(Failure) {
        guard !hashes.isEmpty else { return }
        var signing = try JournaledSigning(vault, clock: clock)
        try signing.recordDelivery(of: hashes, by: key)
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
            chain: reviewed.chain, request: reviewed.request, validUntil: reviewed.validUntil,
            payments: reviewed.payments)
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
    let payments: [PaymentDigest]

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
        payments = review.payments.payments
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
            return
                "authorization by \(address) until ledger \(asked.expirationLedger): \(asked.summary(review.tokens).plain)"
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
