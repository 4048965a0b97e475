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
    package let entry: StatusEntry?
    /// The transaction with its signatures, each once; nil for what is no transaction.
    package let union: CollectedSignatures?

    package var submission: Submission? { entry?.submission }
    package var isSettled: Bool { entry?.stage == .settled }
    package var isSigned: Bool { (union?.count ?? 0) > 0 }

    /// - Parameters:
    ///   - prefix: a hash, or the first digits of one that the journal knows.
    ///   - carried: a request that the journal need not have.
    ///   - journal: nil when there is none.
    ///   - now: seconds since 1970.
    /// - Throws: `.noInput` if nothing is known of it, `.badInput` for digits of several.
    package init(
        _ prefix: HashPrefix, carried: (TransactionHash) -> SigningRequest? = { _ in nil },
        in journal: (any OnlineJournal)?, now: Int64
    ) throws(Failure) {
        let entry: StatusEntry
        do throws(Failure) { entry = try StatusEntry(prefix, in: journal, now: now) } catch {
            guard error.kind == .noInput, let hash = TransactionHash(hex: prefix.digits), let known = carried(hash)
            else { throw error }
            self.init(hash, known, nil)
            return
        }
        if let request = entry.request {
            self.init(entry.hash, try entry.document(of: request), entry)
            return
        }
        // Submitted from a signed file without a request.
        guard let submission = entry.submission, let transaction = entry.transaction else { throw prefix.unknown }
        var generator = SystemRandomNumberGenerator()
        let document = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: transaction.network.passphrase,
            content: .transaction(transaction.envelope), created: Timestamp(UInt64(max(0, submission.queuedAt))))
        self.init(entry.hash, document, entry)
    }

    /// - Parameters:
    ///   - request: as the journal has it.
    ///   - now: seconds since 1970.
    package init(_ request: RecordedRequest, in journal: any OnlineJournal, now: Int64) throws(Failure) {
        let entry: StatusEntry
        do { entry = try StatusEntry(following: request, in: journal, now: now) } catch { throw Failure(error) }
        self.init(request.hash, try entry.document(of: request), entry)
    }

    private init(_ hash: TransactionHash, _ document: SigningRequest, _ entry: StatusEntry?) {
        (self.hash, self.document, self.entry) = (hash, document, entry)
        network = document.network
        guard let envelope = document.envelope else {
            union = nil
            return
        }
        let known = entry?.transaction
        var found =
            if let known, known.network == network, known.envelope == envelope {
                CollectedSignatures(known.transaction, from: "the request")
            } else {
                CollectedSignatures(envelope, from: "the request", on: network)
            }
        for arrived in entry?.signatures ?? [] {
            if let signature = arrived.recorded.decorated { found.add(signature, from: "the journal") }
        }
        if entry?.submission != nil, let known, known.hash == found.hash {
            found.add(of: known.envelope, from: "the submission")
        }
        found.dropRepeats()
        union = found
    }

    /// The request with the signatures that it has by now.
    ///
    /// - Throws: `.badInput` for more signatures than an envelope allows.
    package func signedDocument() throws(Failure) -> SigningRequest {
        guard let union, isSigned else { return document }
        return try union.completing(document)
    }
}

extension StatusEntry {
    /// The request itself.
    ///
    /// - Parameter request: the entry's.
    /// - Throws: `.badInput` if its record cannot be read.
    fileprivate func document(of request: RecordedRequest) throws(Failure) -> SigningRequest {
        if let document { document } else { try request.parsed() }
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
        let found: StatusEntry?
        do throws(JournalError) {
            found = try store.request(hash: hash).map { request throws(JournalError) in
                try StatusEntry(following: request, in: store, now: now)
            }
        } catch { throw Failure(error) }
        guard let found else { throw prefix.unknown }
        entry = found
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
