// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import SafeFiles
package import Stellar
package import StellarXDR

/// The journal's record of one signed transaction.
package struct Submission: Hashable, Sendable {
    package let transaction: SignedTransaction
    package let state: SubmissionState
    /// The number of submission attempts.
    package let attempts: Int
    /// The number of earlier attempts that may have arrived and whose response did not settle the outcome.
    package let doubtfulAttempts: Int
    /// The ledger that contains it, successful or failed.
    package let ledger: Int64?
    package let resultXDR: String?
    /// The result codes of a transaction that failed or was rejected; of a queued one, why the network did not take it
    /// yet.
    package let codes: ResultCodes?
    /// Why it is not (yet) applied, or why it failed.
    package let error: String?
    /// The hash under which it was applied, if it is another one: that of a fee bump around it, or of its inner
    /// transaction.
    package let appliedAs: TransactionHash?
    /// Why `resume` does not submit it until the user requests it again; only for a queued one.
    package let held: String?
    package let queuedAt: Int64
    package let firstSent: Int64?
    package let lastAttempt: Int64?

    /// Whether its state is final.
    package var isFinal: Bool {
        switch state {
        case .included, .expired: true
        case .failed: ledger != nil
        case .queued, .sent, .pending: false
        }
    }

    /// Whether its number was used by something else, as a server showed.
    package var isNumberUsed: Bool { state == .failed && ledger == nil && codes?.decisive == .txBadSeq }

    /// The hash of the transaction that its ledger contains; nil when it is in none.
    package var place: TransactionHash? { ledger == nil ? nil : appliedAs ?? transaction.hash }

    /// A description of how it was applied under another hash, or why it was not; nil when there is nothing to add.
    package var reason: String? { appliedAs.map { "went in as \($0)" } ?? error }

    /// Whether the network may have received an envelope with this hash from here.
    package var mayHaveArrived: Bool { state == .sent || doubtfulAttempts > 0 || isFinal }
}

/// The state of a signed transaction. The journal stores the raw values, which never change.
package enum SubmissionState: String, Hashable, Sendable, CaseIterable {
    /// Not submitted, or only in attempts that had no effect.
    case queued
    /// An attempt to submit it is in progress, or the program was killed during one.
    case sent
    /// It may have arrived; its outcome is unknown.
    case pending
    /// Applied successfully.
    case included
    /// Failed or rejected. With a ledger number, it was applied in that ledger, failed, and can never be retried;
    /// without one, the network rejected it, and the same bytes may be accepted later (too early, or a balance topped
    /// up since).
    case failed
    /// Its validity ended before it was applied.
    case expired
}

/// A signed envelope to submit.
package struct SignedTransaction: Hashable, Sendable {
    /// The transaction hash; for a fee bump, the outer one.
    package var hash: TransactionHash
    /// The inner hash of a fee bump, by which it can also be looked up.
    package var innerHash: TransactionHash?
    package var network: Network
    /// The envelope in base64, exactly as submitted.
    package var envelope: String
    /// The source account and its sequence number; for a fee bump, the inner transaction's.
    package var source: AccountID
    package var sequence: Int64
    /// The upper time bound in unix seconds; nil for none.
    package var maxTime: Int64?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, network: Network, envelope: String, source: AccountID,
        sequence: Int64, maxTime: Int64?
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.network = network
        self.envelope = envelope
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
    }

    /// The envelope itself; nil once it is archived, or if it cannot be read.
    package var decoded: TransactionEnvelope? { TransactionEnvelope(recorded: envelope) }
}

extension TransactionEnvelope {
    /// The envelope of a row.
    ///
    /// - Parameter text: base64; empty once the row is archived.
    package init?(recorded text: String) {
        guard let bytes = try? Base64.decode(text), let envelope = try? TransactionEnvelope(xdr: bytes) else {
            return nil
        }
        self = envelope
    }
}

/// The facts that decide when a transaction is submitted; its bytes stay in the journal until then.
package struct OpenSubmission: Hashable, Sendable {
    package let hash: TransactionHash
    /// The inner hash of a fee bump; nil for other transactions.
    package let innerHash: TransactionHash?
    package let network: Network
    package let source: AccountID
    package let sequence: Int64
    package let maxTime: Int64?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, network: Network, source: AccountID, sequence: Int64,
        maxTime: Int64?
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.network = network
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
    }

    package init(_ transaction: SignedTransaction) {
        self.init(
            hash: transaction.hash, innerHash: transaction.innerHash,
            network: transaction.network, source: transaction.source,
            sequence: transaction.sequence, maxTime: transaction.maxTime)
    }
}

/// One step to record for a queued transaction.
package enum JournalStep: Hashable, Sendable {
    /// It is about to be submitted: state `sent`, one more attempt. Must be on disk before the first byte is sent.
    case attempt(hash: TransactionHash)
    /// The outcome of an attempt or a lookup.
    case outcome(hash: TransactionHash, SubmissionOutcome)
    /// Not to be submitted, for this reason, until the user requests it again; an attempt clears the hold. Has no
    /// effect when a program has begun to submit it.
    case hold(hash: TransactionHash, reason: String)

    package var hash: TransactionHash {
        switch self {
        case .attempt(let hash), .outcome(let hash, _), .hold(let hash, _): hash
        }
    }
}

/// The exclusive right to submit one transaction; it ends when the program ends, however it ends.
///
/// Without it, programs that submit the same bytes concurrently could mistake the network's response to the other for
/// the response to their own. Transactions whose hashes begin with the same digits share a claim, so that one of them
/// waits.
package final class SubmissionClaim {
    private let lock: ByteLock

    /// Nil when another program has it.
    init?(folder: String, hash: TransactionHash) throws(JournalError) {
        let byte = hash.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        let path = folder + "/submit.lock"
        let taken: ByteLock?
        do { taken = try ByteLock(path: path, byte: byte) } catch {
            throw .cannotOpen(path: path, reason: error.message)
        }
        guard let lock = taken else { return nil }
        self.lock = lock
    }
}
