// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
import StellarXDR
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
    package let union: SignatureUnion?
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
        var found = SignatureUnion(envelope, from: "the request", on: network)
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
        let given = try RequestedTransaction(document, takesChallenges: true, origin: "the request")
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
