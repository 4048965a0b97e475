// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
package import StellarXDR
package import Workspace

/// All that is known of one request: its document, what the journal says of it, and the signatures that came back.
package struct RequestDetails {
    package let hash: TransactionHash
    package let network: Network
    /// As it was built, or as it came across.
    package let document: SigningRequest
    /// Nil if the journal does not have it.
    package let history: TransactionHistory?
    /// The transaction with its signatures, each once; nil for what is no transaction.
    package let union: CollectedSignatures?
    private let journal: (any OnlineJournal)?
    private let now: Timestamp

    package var entry: StatusEntry? { history?.entry }
    package var submission: Submission? { entry?.submission }
    package var isSettled: Bool { entry?.stage == .settled }
    package var isSigned: Bool { (union?.count ?? 0) > 0 }

    /// - Parameters:
    ///   - prefix: a hash, or the first digits of one that the journal knows.
    ///   - carried: a request that the journal need not have.
    /// - Throws: `.noInput` if nothing is known of it, `.badInput` for digits of several.
    package init(
        _ prefix: HashPrefix, carried: (TransactionHash) -> SigningRequest? = { _ in nil }, in context: OnlineContext,
        now: Timestamp
    ) throws(Failure) {
        let journal = try context.existingJournal()
        let history: TransactionHistory
        do throws(Failure) {
            history = try TransactionHistory(prefix, in: journal, now: Int64(clamping: now.seconds))
        } catch {
            guard error.kind == .noInput, let hash = TransactionHash(hex: prefix.digits), let known = carried(hash)
            else { throw error }
            self.init(hash, known, nil, journal, now)
            return
        }
        let (submission, request) = (history.entry.submission, history.entry.request)
        guard let hash = submission?.transaction.hash ?? request?.hash else { throw prefix.unknown }
        if let recorded = try journal?.signingRequest(hash: hash) {
            self.init(hash, recorded, history, journal, now)
            return
        }
        // Submitted from a signed file without a request.
        guard let submission, let envelope = submission.envelope else { throw prefix.unknown }
        var generator = SystemRandomNumberGenerator()
        let document = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: submission.transaction.network.passphrase,
            content: .transaction(envelope), created: Timestamp(UInt64(max(0, submission.queuedAt))))
        self.init(hash, document, history, journal, now)
    }

    private init(
        _ hash: TransactionHash, _ document: SigningRequest, _ history: TransactionHistory?,
        _ journal: (any OnlineJournal)?, _ now: Timestamp
    ) {
        (self.hash, self.document, self.history) = (hash, document, history)
        (self.journal, self.now) = (journal, now)
        network = Network(passphrase: document.networkPassphrase)
        guard let envelope = document.envelope else {
            union = nil
            return
        }
        var found = CollectedSignatures(envelope, from: "the request", on: network)
        for arrived in history?.entry.signatures ?? [] {
            if let signature = arrived.recorded.decorated { found.add(signature, from: "the journal") }
        }
        if let sent = history?.entry.submission?.envelope, sent.hash(on: network) == found.hash {
            found.add(of: sent, from: "the submission")
        }
        found.dropRepeats()
        union = found
    }

    /// The request with the signatures that it has by now.
    ///
    /// - Throws: `.badInput` for more signatures than an envelope allows.
    package func signedDocument() throws(Failure) -> SigningRequest {
        guard let union, isSigned else { return document }
        let given = try TransactionToSubmit(document, takesChallenges: true, origin: "the request")
        return try union.request(journal, given: given, now: now)
    }
}

extension Submission {
    /// The envelope that was submitted; nil once it is archived.
    fileprivate var envelope: TransactionEnvelope? {
        guard case .envelope(let found)? = try? HandoffInput.recognise(transaction.envelope).content else { return nil }
        return found
    }
}

/// A signature in the journal, with its signer.
package struct ArrivedSignature {
    package let recorded: RecordedSignature
    package let seen: Timestamp
    /// The signer; nil when it is not known to be an expected one.
    package let maker: SignerKey?

    /// The signatures of a transaction, in order of arrival.
    package static func all(
        of requested: TransactionToSubmit, in store: any OnlineJournal
    ) throws(JournalError) -> [ArrivedSignature] {
        let found = try store.signatures(hash: requested.hash)
        guard !found.isEmpty else { return [] }
        let keys =
            requested.keys.map(SignerKey.ed25519)
            + (requested.envelope.innermost.cond.extended?.extraSigners.elements ?? [])
        return found.map { recorded, seen in
            let maker = recorded.decorated.flatMap { signature in
                var checker = SignatureChecker([signature], hash: requested.hash)
                return checker.makers(among: keys)[0]
            }
            return ArrivedSignature(recorded: recorded, seen: Timestamp(UInt64(max(0, seen))), maker: maker)
        }
    }

    /// The signers on one line; nil when there are none.
    package static func text(_ signatures: [ArrivedSignature]) -> String? {
        var names: [String] = []
        for name in signatures.compactMap(\.maker?.address) where !names.contains(name) { names.append(name) }
        let others = signatures.count { $0.maker == nil }
        if others > 0 { names.append("\(others) whose key the request does not name") }
        return names.isEmpty ? nil : "signed by " + names.joined(separator: ", ")
    }
}

/// The removal of a request from the journal, if that is allowed.
package struct RequestRemoval {
    package let hash: TransactionHash
    package let entry: StatusEntry
    private let store: any OnlineJournal

    /// - Parameter now: seconds since 1970.
    /// - Throws: `.noInput` for a transaction that was not requested here; `.refused` for one that was signed or
    ///   submitted and can still be applied.
    package init(_ prefix: HashPrefix, in store: any OnlineJournal, now: Int64) throws(Failure) {
        let hash = try prefix.hash(in: store)
        do throws(JournalError) {
            guard let request = try store.request(hash: hash) else { throw .unknownHash(hash) }
            if let submission = try store.submission(hash: hash) {
                entry = try StatusEntry(submission, in: store, now: now)
            } else {
                entry = try StatusEntry(request, in: store, now: now)
            }
        } catch {
            if case .unknownHash = error { throw prefix.unknown }
            throw Failure(error)
        }
        self.hash = hash
        self.store = store
        switch entry.stage {
        case .unsigned, .settled: return
        case .partlySigned: throw Self.refusal(hash, "was signed, and its signatures can still be used")
        case .unsent: throw Self.refusal(hash, "is signed, and can still be sent")
        case .pending: throw Self.refusal(hash, "was sent, and its outcome is not known yet")
        }
    }

    /// Removes the request.
    ///
    /// - Throws: `.refused` when it was signed or queued in the meantime.
    package func run() throws(Failure) {
        let isForgotten: Bool
        do { isForgotten = try store.forget(hash: hash, signatures: entry.signatures.count) } catch {
            throw Failure(error)
        }
        guard isForgotten else { throw Self.refusal(hash, "was signed or sent just now") }
    }

    private static func refusal(_ hash: TransactionHash, _ why: String) -> Failure {
        Failure(
            .refused, "\(hash) \(why); nothing was forgotten",
            hint: "to make a transaction that voids it: \(step: .build(.cancel(hash: hash.hex)))")
    }
}
