// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// What a user wants of a request about a known transaction: to void it, or to pay a higher fee for it.
package struct ReplacementTerms {
    /// The transaction to replace.
    package var transaction: KnownTransaction
    /// Without servers, the network is not used.
    package var context: OnlineContext
    package var journal: any OnlineJournal
    package var network: NetworkSelection
    package var now: Timestamp
    /// A note for the signer.
    package var note: String?

    /// Opens the journal, which gets the request.
    ///
    /// - Parameter find: the transaction; it may be looked up in the journal.
    package init(
        in context: OnlineContext, network: NetworkSelection, now: Timestamp, note: String? = nil,
        of find: (any OnlineJournal) throws(Failure) -> KnownTransaction
    ) throws(Failure) {
        journal = try context.journal()
        transaction = try find(journal)
        self.context = context
        self.network = network
        self.now = now
        self.note = note
    }

    /// The journal's record of the transaction; nil when it was never queued here.
    ///
    /// - Parameter hash: the transaction's.
    func submission(_ hash: TransactionHash) throws(Failure) -> Submission? {
        transaction.isByHash ? transaction.submission : try journal.queued(hash)
    }
}

/// The transaction that a command refers to: given by its hash in the journal, or itself.
package struct KnownTransaction: Sendable {
    package let envelope: TransactionEnvelope
    /// The network that the journal or document states; nil for bare XDR.
    package let network: Network?
    /// Its name in errors.
    package let origin: String
    /// Whether it was named by its hash.
    package let isByHash: Bool
    /// The journal's record, if it was named by its hash and queued.
    let submission: Submission?

    /// A transaction that was given itself.
    package init(_ envelope: TransactionEnvelope, on network: Network?, origin: String) {
        self.envelope = envelope
        self.network = network
        self.origin = origin
        (isByHash, submission) = (false, nil)
    }

    /// Loads the signed envelope if there is one, otherwise the request's, with the signatures that came back.
    ///
    /// - Throws: `.noInput` if the journal has neither.
    package init(_ hash: TransactionHash, in journal: any OnlineJournal) throws(Failure) {
        let submission = try journal.queued(hash)
        guard submission == nil else {
            try self.init(hash, submission: submission, envelope: submission?.transaction.decoded)
            return
        }
        try self.init(
            hash, request: try journal.signingRequest(hash: hash), signatures: try journal.collected(hash))
    }

    /// What the journal has under a hash: the signed envelope if there is one, otherwise the request's, with the
    /// signatures that came back.
    ///
    /// - Parameters:
    ///   - submission: the record of a queued transaction.
    ///   - envelope: that of the submission; nil if it is archived or cannot be read.
    ///   - signatures: those that came back for the request.
    /// - Throws: `.noInput` if there is neither a submission nor a request.
    package init(
        _ hash: TransactionHash, submission: Submission? = nil, envelope: TransactionEnvelope? = nil,
        request: SigningRequest? = nil, signatures: [DecoratedSignature] = []
    ) throws(Failure) {
        origin = hash.hex
        (isByHash, self.submission) = (true, submission)
        if let known = submission?.transaction {
            guard !known.envelope.isEmpty else {
                throw Failure(
                    .refusedByLedger, "\(hash.hex) is final and archived: nothing is left to do")
            }
            guard let envelope else {
                throw Failure(.badInput, "the journal's record of \(hash.hex) cannot be read")
            }
            (self.envelope, network) = (envelope, known.network)
            return
        }
        guard let request else {
            throw Failure(
                .noInput, "transaction \(hash.hex) is not in the journal", hint: "give the transaction itself")
        }
        guard let asked = request.envelope, case .transaction = request.content else {
            throw Failure(.badInput, "\(hash.hex) is not a transaction and has no sequence number")
        }
        network = request.network
        var signed = asked
        // Further ones than fit cannot all be needed; which are is for the user to choose, by giving the transaction
        // itself.
        for signature in signatures { signed = (try? signed.adding(signature)) ?? signed }
        self.envelope = signed
    }
}

extension AnyLedger {
    /// Throws if the transaction was already applied.
    ///
    /// - Parameter nothing: what there is not to do then, for the error.
    package func checkIsOpen(_ hash: TransactionHash, _ nothing: String) throws(Failure) {
        guard let outcome = try settled([hash]) else { return }
        let words: String
        switch outcome {
        case .included(let ledger): words = "was applied in ledger \(ledger)"
        case .failed(let ledger): words = "failed in ledger \(ledger)"
        case .contradicted: throw outcome.failure(of: hash) ?? Failure(.unknownYet, Wording(outcome.text))
        }
        throw Failure(.refusedByLedger, "\(hash.hex) \(words): \(nothing)")
    }
}

extension OnlineJournal {
    /// The journal's record of a signed transaction; nil when it was never queued here.
    package func queued(_ hash: TransactionHash) throws(Failure) -> Submission? {
        do { return try submission(hash: hash) } catch { throw Failure(error) }
    }

    /// The signatures of a transaction that came back, in order of arrival.
    fileprivate func collected(_ hash: TransactionHash) throws(Failure) -> [DecoratedSignature] {
        do { return try signatures(hash: hash).compactMap(\.signature.decorated) } catch { throw Failure(error) }
    }
}
