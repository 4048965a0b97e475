// SPDX-License-Identifier: Apache-2.0

import Handoff
package import Journal
import Review
package import Stellar
package import StellarXDR
import TextCodec
import XDR

/// One transaction in the journal: what it does, its progress, and whether it can still be applied. It uses no network
/// and states only what the journal proves.
package struct StatusEntry {
    /// The progress of a transaction; those that need an action come first.
    package enum Stage: Int, Hashable, Sendable, CaseIterable, Comparable {
        /// A request that no one has signed.
        case unsigned
        /// A request with at least one signature.
        case partlySigned
        /// Queued, without an attempt of unknown outcome.
        case unsent
        /// Submitted, and not final.
        case pending
        /// Applied, failed for good, expired, or a request that can never be applied.
        case settled

        package static func < (a: Stage, b: Stage) -> Bool { a.rawValue < b.rawValue }
    }

    package let stage: Stage
    package let submission: Submission?
    package let request: RecordedRequest?
    /// One sentence about what it does; nil when the journal no longer has the envelope.
    package let summary: String?
    /// Why it can never be applied, or the hash under which it was.
    package let end: String?
    /// The signatures that came back from the signer.
    package let signatures: [ArrivedSignature]

    /// - Parameters:
    ///   - read: as the journal had it a moment ago.
    ///   - now: seconds since 1970.
    package init(_ read: Submission, in store: SQLiteJournal, now: Int64) throws(JournalError) {
        let transaction = read.transaction
        let holder = try store.holder(
            of: transaction.sequence, source: transaction.source, network: transaction.network)
        // Another thread or process may have seen it in a ledger since it was read.
        let submission = holder?.transaction.hash == transaction.hash ? holder ?? read : read
        self.submission = submission
        request = try store.request(hash: transaction.hash)
        let (envelope, document) = (Self.envelope(transaction), request.flatMap(Self.document))
        summary = envelope.map(Self.summary) ?? document.map(Self.summary)
        let requested = envelope.map {
            RequestedTransaction($0, on: transaction.network, document: document)
        }
        signatures = if let requested { try ArrivedSignature.all(of: requested, in: store) } else { [] }
        guard !submission.isFinal else {
            (end, stage) = (nil, .settled)
            return
        }
        // A transaction that may have arrived may have been applied while it was valid.
        let mayBeIn = submission.state == .sent || submission.state == .pending
        end = Self.end(
            of: transaction.innerHash ?? transaction.hash, transaction.sequence, holder,
            validUntil: mayBeIn ? nil : transaction.maxTime, now)
        stage = mayBeIn ? .pending : end == nil ? .unsent : .settled
    }

    /// - Parameter request: a request whose transaction was not queued.
    package init(_ request: RecordedRequest, in store: SQLiteJournal, now: Int64) throws(JournalError) {
        let network = request.network
        var holder: Submission?
        if let source = request.source, let sequence = request.sequence {
            holder = try store.holder(of: sequence, source: source, network: network)
        }
        if let holder, holder.transaction.hash == request.hash {
            // It was queued and applied since it was looked for.
            self = try StatusEntry(holder, in: store, now: now)
            return
        }
        submission = nil
        self.request = request
        let document = Self.document(request)
        summary = document.map(Self.summary)
        let envelope = document?.envelope
        let last = Int64(clamping: envelope?.innermost.cond.timeBounds?.maxTime ?? 0)
        let validUntil = last == 0 ? nil : last
        if document?.mayBeAuthorized == true, let place = try store.authorized(request.hash) {
            end =
                request.kind == .authorization
                ? "its signature is in the transaction \(place)"
                : "replaced by \(place), which has its signed authorization entries"
            (signatures, stage) = ([], .settled)
            return
        }
        guard request.kind == .transaction, request.source != nil, let sequence = request.sequence else {
            // A signed login is not recorded here, and expires; a message does not expire.
            end = document?.entryEnd(now) ?? Self.expiry(validUntil, now)
            (signatures, stage) = ([], end == nil ? .unsigned : .settled)
            return
        }
        let requested = envelope.map { RequestedTransaction($0, on: network, document: document) }
        signatures = if let requested { try ArrivedSignature.all(of: requested, in: store) } else { [] }
        // It may have been signed and submitted elsewhere.
        end = Self.end(
            of: envelope?.innermost.hash(on: network) ?? request.hash, sequence, holder, validUntil: validUntil, now)
        stage = end != nil ? .settled : signatures.isEmpty ? .unsigned : .partlySigned
    }

    /// Why it can no longer be applied: another transaction used its number, or it expired. A fee bump and its inner
    /// transaction count as one.
    ///
    /// - Parameters:
    ///   - innermost: the hash of the transaction, or of a fee bump's inner transaction.
    ///   - holder: the transaction in a ledger that used its number.
    private static func end(
        of innermost: TransactionHash, _ sequence: Int64, _ holder: Submission?, validUntil: Int64?, _ now: Int64
    ) -> String? {
        guard let holder, let ledger = holder.ledger, let place = holder.place else {
            return expiry(validUntil, now)
        }
        let transaction = holder.transaction
        guard transaction.innerHash ?? transaction.hash == innermost else {
            return "it can never be in the ledger: its number \(sequence) was used by \(place) in ledger \(ledger)"
        }
        return holder.state == .included
            ? "what it does is in ledger \(ledger), as \(place)"
            : "it failed in ledger \(ledger), as \(place), and can never be applied"
    }

    // MARK: when it ends

    private static func expiry(_ validUntil: Int64?, _ now: Int64) -> String? {
        guard let validUntil, validUntil < now else { return nil }
        let time = Timestamp(UInt64(max(0, validUntil)))
        return "it can no longer be applied: it expired at \(time.utc)"
    }

    // MARK: what it does

    private static func envelope(_ transaction: SignedTransaction) -> TransactionEnvelope? {
        guard let bytes = try? Base64.decode(transaction.envelope) else { return nil }
        return try? TransactionEnvelope(xdr: bytes)
    }

    private static func document(_ request: RecordedRequest) -> SigningRequest? {
        try? SigningRequest(json: try JSON(parsing: Array(request.document.utf8)))
    }

    private static func summary(_ request: SigningRequest) -> String {
        switch request.content {
        case .transaction(let envelope): summary(envelope)
        case .challenge(_, let context): "Log in at \(TerminalText.escape(context.homeDomain))"
        case .message: "Sign a message"
        case .authorization(let asked):
            asked.challenge.map { "Log in at \(TerminalText.escape($0.homeDomain))" } ?? "Sign an authorization entry"
        }
    }

    /// The first operation and the number of others. Addresses are shortened; the transaction itself has them in full.
    private static func summary(_ envelope: TransactionEnvelope) -> String {
        let operations = envelope.innermost.operations
        guard let first = operations.first else { return "Do nothing" }
        var text = ""
        for span in OperationSummary.of(first.body).spans {
            switch span {
            case .words(let words): text += words
            case .address(let address): text += "\(address.text.prefix(6))...\(address.text.suffix(6))"
            }
        }
        if operations.count > 1 { text += ", and \(operations.count - 1) more" }
        if case .feeBump = envelope.content { text += ", by a fee bump" }
        return text
    }

    /// The account whose sequence number it uses; nil for a message.
    package var source: AccountID? { submission?.transaction.source ?? request?.source }

    package var network: Network? { submission?.transaction.network ?? request?.network }
}

extension SigningRequest {
    /// Whether it is for an authorization entry, or a transaction that can have some.
    fileprivate var mayBeAuthorized: Bool {
        switch content {
        case .authorization: true
        case .transaction(let envelope): envelope.innermost.operations.contains { $0.type == .invokeHostFunction }
        case .challenge, .message: false
        }
    }

    /// What became of an authorization entry whose last ledger should have closed by now; nil before, and for other requests. The network
    /// may be slower than expected: that the signature counts no longer is likely, and not proven.
    fileprivate func entryEnd(_ now: Int64) -> String? {
        guard case .authorization(let asked) = content, let ledger = asked.claimedLedger,
            let closed = asked.claimedCloseTime
        else { return nil }
        let expected = Timestamp(closed.seconds + LedgerSpan.seconds(from: ledger, to: asked.expirationLedger))
        guard Int64(clamping: expected.seconds) < now else { return nil }
        return
            "its last ledger, \(asked.expirationLedger), was expected at \(expected.utc): a signature counts no longer, unless the network is slow"
    }
}
