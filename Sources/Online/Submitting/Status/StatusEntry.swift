// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
import LedgerAPI
import LedgerXDR
import Review
package import Stellar
package import StellarXDR
package import Workspace

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

    /// What can still happen to a transaction, for lists.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case waitsForSignatures = "waits-for-signatures"
        /// Nothing is known that it waits for, but to be submitted.
        case ready
        /// Numbers before its own are not used yet.
        case waitsForNumbers = "waits-for-numbers"
        case submitted
        case applied
        /// Failed in a ledger.
        case failed
        case expired
        /// Another transaction was built in its place.
        case replaced
        case numberUsed = "number-used"
        /// A login that succeeded, or an authorization entry that is in a transaction.
        case done

        /// The desk's mark for it.
        package var mark: String { self == .done ? Kind.applied.rawValue : rawValue }

        /// For people.
        package var text: String {
            switch self {
            case .waitsForSignatures: "waits for signatures"
            case .waitsForNumbers: "waits for earlier numbers"
            case .numberUsed: "number used"
            case .ready, .submitted, .applied, .failed, .expired, .replaced, .done: rawValue
            }
        }
    }

    package let hash: TransactionHash
    package let stage: Stage
    package let kind: Kind
    /// Whether a ledger can still apply it; nil if that is not known. This machine's clock alone proves no end.
    package let canStillBeApplied: Bool?
    /// The transaction that was built in its place, or used its number.
    package let replacedBy: TransactionHash?
    package let submission: Submission?
    package let request: RecordedRequest?
    private var contents: Contents
    /// One sentence about what it does; nil when the journal no longer has the envelope.
    package let summary: String?
    /// Why it can never be applied, or the hash under which it was.
    package let end: String?
    /// Whether it can never be applied, was not, and nothing was built in its place.
    package var isLeftOver: Bool {
        stage == .settled && (kind == .numberUsed || kind == .expired && replacedBy == nil)
    }
    /// The signatures that came back from the signer.
    package let signatures: [ArrivedSignature]
    /// Who can still sign; nil if it is not known, and for what is settled.
    var expected: ExpectedSignatures? {
        guard stage < .settled, let document = try? request?.parsed() else { return nil }
        return ExpectedSignatures(document, signatures.compactMap(\.recorded.decorated))
    }

    /// - Parameters:
    ///   - read: as the journal had it a moment ago.
    ///   - now: seconds since 1970.
    package init(_ read: Submission, in store: any OnlineJournal, now: Int64) throws(JournalError) {
        try self.init(read, of: try store.request(hash: read.transaction.hash), in: store, now: now)
    }

    /// - Parameter request: the request for it; nil if there is none.
    private init(
        _ read: Submission, of request: RecordedRequest?, in store: any OnlineJournal, now: Int64
    ) throws(JournalError) {
        let transaction = read.transaction
        let holder = try store.holder(
            of: transaction.sequence, source: transaction.source, network: transaction.network)
        // Another thread or process may have seen it in a ledger since it was read.
        let submission = holder?.transaction.hash == transaction.hash ? holder ?? read : read
        (hash, self.submission, self.request) = (transaction.hash, submission, request)
        let (envelope, document) = (transaction.decoded, try? request?.parsed())
        summary = envelope.map { Self.summary($0, on: transaction.network) } ?? document.map(Self.summary)
        let submitted = envelope.map { TransactionToSubmit($0, on: transaction.network, document: document) }
        contents = .decoded(document, submitted)
        signatures = if let submitted { try ArrivedSignature.all(of: submitted, in: store) } else { [] }
        let successor = try Self.successor(of: transaction.hash, in: store)
        guard !submission.isFinal else {
            let isApplied = submission.state == .included
            (stage, canStillBeApplied, replacedBy) = (.settled, false, isApplied ? nil : successor)
            end = replacedBy.map { "replaced by \($0)" }
            kind =
                isApplied
                ? .applied : submission.state == .failed ? .failed : successor == nil ? .expired : .replaced
            return
        }
        // A transaction that may have arrived may have been applied while it was valid.
        let mayBeIn = submission.state == .sent || submission.state == .pending
        let number = AccountNumber(source: transaction.source, sequence: transaction.sequence)
        if let ending = Ending(of: transaction.innerHash ?? transaction.hash, number.sequence, holder) {
            (end, kind) = (Self.end(ending.text, replacedBy: successor), ending.kind(replacedBy: successor))
            (canStillBeApplied, replacedBy) = (false, successor ?? ending.place)
            stage = mayBeIn ? .pending : .settled
        } else if let text = try Self.passed(number, on: transaction.network, in: store) {
            (canStillBeApplied, replacedBy) = (false, successor)
            end = mayBeIn ? nil : Self.end(text, replacedBy: successor)
            kind = mayBeIn ? .submitted : successor == nil ? .numberUsed : .replaced
            stage = mayBeIn ? .pending : .settled
        } else if let text = Self.expiry(transaction.maxTime, now) {
            kind = mayBeIn ? .submitted : successor == nil ? .expired : .replaced
            (canStillBeApplied, replacedBy) = (nil, successor)
            (end, stage) = mayBeIn ? (nil, .pending) : (Self.end(text, replacedBy: successor), .settled)
        } else if submission.isNumberUsed {
            // The reason says by what.
            (end, kind, canStillBeApplied, replacedBy, stage) = (nil, .numberUsed, false, successor, .unsent)
        } else {
            var isAhead = submission.waitsForNumbers
            if !isAhead {
                isAhead = try store.isAhead(
                    transaction.sequence, source: transaction.source, network: transaction.network)
            }
            kind = mayBeIn ? .submitted : isAhead ? .waitsForNumbers : .ready
            (end, canStillBeApplied, replacedBy) = (nil, true, successor)
            stage = mayBeIn ? .pending : .unsent
        }
    }

    /// - Parameter request: a request whose transaction was not queued.
    package init(_ request: RecordedRequest, in store: any OnlineJournal, now: Int64) throws(JournalError) {
        let network = request.network
        var holder: Submission?
        if let source = request.source, let sequence = request.sequence {
            holder = try store.holder(of: sequence, source: source, network: network)
        }
        if let holder, holder.transaction.hash == request.hash {
            // It was queued and applied since it was looked for.
            self = try StatusEntry(holder, of: request, in: store, now: now)
            return
        }
        (hash, submission, self.request) = (request.hash, nil, request)
        let document = try? request.parsed()
        summary = document.map(Self.summary)
        let envelope = document?.envelope
        let validUntil = envelope?.validUntil
        let requested = envelope.flatMap { envelope in
            request.kind == .transaction ? TransactionToSubmit(envelope, on: network, document: document) : nil
        }
        contents = .decoded(document, requested)
        let signatures =
            if let requested { try ArrivedSignature.all(of: requested, in: store) } else { [] as [ArrivedSignature] }
        // A draft that someone signed can still be applied, whatever was built from it.
        if let event = try store.ending(of: request.hash), event.kind != .superseded || signatures.isEmpty {
            let place = TransactionHash(hex: event.detail)
            let isDone = event.kind == .loggedIn || request.kind == .authorization
            (kind, replacedBy, canStillBeApplied) = (isDone ? .done : .replaced, isDone ? nil : place, false)
            (self.signatures, stage) = ([], .settled)
            end = Self.text(of: event, request.kind)
            return
        }
        self.signatures = signatures
        guard request.kind == .transaction, let source = request.source, let sequence = request.sequence else {
            if request.kind == .message, try !store.signatures(hash: request.hash).isEmpty {
                (kind, stage, end) = (.done, .settled, "its signature came back")
                (canStillBeApplied, replacedBy) = (false, nil)
                return
            }
            // A message does not expire.
            end = document?.entryEnd(now) ?? Self.expiry(validUntil, now)
            (kind, stage) = end == nil ? (.waitsForSignatures, .unsigned) : (.expired, .settled)
            (canStillBeApplied, replacedBy) = (end == nil ? true : nil, nil)
            return
        }
        // It may have been signed and submitted elsewhere.
        let innermost = requested?.transaction.innermostHash ?? request.hash
        let successor = try Self.successor(of: request.hash, in: store)
        if let ending = Ending(of: innermost, sequence, holder) {
            (end, kind) = (Self.end(ending.text, replacedBy: successor), ending.kind(replacedBy: successor))
            (canStillBeApplied, replacedBy, stage) = (false, successor ?? ending.place, .settled)
            return
        }
        replacedBy = successor
        if let text = try Self.passed(AccountNumber(source: source, sequence: sequence), on: network, in: store) {
            (end, kind) = (Self.end(text, replacedBy: successor), successor == nil ? .numberUsed : .replaced)
            (canStillBeApplied, stage) = (false, .settled)
            return
        }
        end = Self.expiry(validUntil, now).map { [replacedBy] in Self.end($0, replacedBy: replacedBy) }
        canStillBeApplied = end == nil ? true : nil
        stage = end != nil ? .settled : signatures.isEmpty ? .unsigned : .partlySigned
        guard end == nil else {
            kind = replacedBy == nil ? .expired : .replaced
            return
        }
        let collected = signatures.compactMap(\.recorded.decorated)
        let isComplete =
            !collected.isEmpty && document.flatMap { ExpectedSignatures($0, collected) }?.open.isEmpty == true
        kind = isComplete ? .ready : .waitsForSignatures
    }

    /// A request, whatever became of it.
    package init(following request: RecordedRequest, in store: any OnlineJournal, now: Int64) throws(JournalError) {
        if let submission = try store.submission(hash: request.hash) {
            try self.init(submission, of: request, in: store, now: now)
        } else {
            try self.init(request, in: store, now: now)
        }
    }

    /// What the journal knows of a transaction.
    ///
    /// - Parameter store: nil when there is no journal.
    /// - Throws: `.noInput` when the journal does not know it, or only an archive has it; `.badInput` when several have
    ///   the prefix.
    package init(_ prefix: HashPrefix, in store: (any OnlineJournal)?, now: Int64) throws(Failure) {
        guard let store else { throw prefix.unknown }
        let hash = try prefix.hash(in: store)
        let archive: String?
        do throws(JournalError) {
            if let submission = try store.submission(hash: hash) {
                try self.init(submission, in: store, now: now)
                return
            }
            if let request = try store.request(hash: hash) {
                try self.init(request, in: store, now: now)
                return
            }
            archive = try store.archive(of: hash)
        } catch { throw Failure(error) }
        if archive == nil, let forgotten = try store.forgotten(hash) { throw Failure(.noInput, forgotten) }
        throw archive.map {
            Failure(.noInput, "the request \(hash) expired and is archived in \(TerminalText.escape($0))")
        } ?? prefix.unknown
    }

    /// Why a transaction can no longer be applied: another one used its number. A fee bump and its inner transaction
    /// count as one.
    private struct Ending {
        let text: String
        private let kind: Kind
        /// The other transaction; nil if it is the same one.
        let place: TransactionHash?

        /// - Parameters:
        ///   - innermost: the hash of the transaction, or of a fee bump's inner transaction.
        ///   - holder: the transaction in a ledger that used its number.
        init?(of innermost: TransactionHash, _ sequence: Int64, _ holder: Submission?) {
            guard let holder, let ledger = holder.ledger, let place = holder.place else { return nil }
            let transaction = holder.transaction
            guard transaction.innerHash ?? transaction.hash == innermost else {
                text = "it can never be in the ledger: its number \(sequence) was used by \(place) in ledger \(ledger)"
                (kind, self.place) = (.numberUsed, place)
                return
            }
            self.place = nil
            if holder.state == .included {
                (text, kind) = ("applied in ledger \(ledger), as \(place)", .applied)
            } else {
                (text, kind) = ("it failed in ledger \(ledger), as \(place), and can never be applied", .failed)
            }
        }

        /// - Parameter successor: what was built in its place; nil if nothing was.
        func kind(replacedBy successor: TransactionHash?) -> Kind {
            kind == .numberUsed && successor != nil ? .replaced : kind
        }
    }

    /// Why a number can no longer be used, although the journal does not know what used it: a later one was.
    private static func passed(
        _ number: AccountNumber, on network: Network, in store: any OnlineJournal
    ) throws(JournalError) -> String? {
        let later = try store.laterHolder(than: number.sequence, source: number.source, network: network)
        guard let later, let ledger = later.ledger, let place = later.place else { return nil }
        return """
            its number \(number.sequence) can no longer be used: \(place), in ledger \(ledger), has a later one. Whether it was \
            applied before, submitted elsewhere, is not known here
            """
    }

    /// The transaction that was built in the place of this one.
    private static func successor(
        of hash: TransactionHash, in store: any OnlineJournal
    ) throws(JournalError) -> TransactionHash? {
        guard let event = try store.ending(of: hash), event.kind == .superseded else { return nil }
        return TransactionHash(hex: event.detail)
    }

    private static func end(_ text: String, replacedBy successor: TransactionHash?) -> String {
        text + (successor.map { "; replaced by \($0)" } ?? "")
    }

    private static func text(of event: JournalEvent, _ kind: RecordedRequest.Kind) -> String {
        let detail = TerminalText.escape(event.detail)
        return switch event.kind {
        case .loggedIn: "logged in at \(detail)"
        case .superseded: "replaced by \(detail)"
        default:
            kind == .authorization
                ? "its signature is in the transaction \(detail)"
                : "replaced by \(detail), which has its signed authorization entries"
        }
    }

    // MARK: when it ends

    /// What this machine's clock says, which proves nothing alone.
    private static func expiry(_ validUntil: Int64?, _ now: Int64) -> String? {
        guard let validUntil, validUntil < now else { return nil }
        return "expired by this machine's clock at \(Timestamp(UInt64(max(0, validUntil))).utc)"
    }

    // MARK: what it does

    private static func summary(_ request: SigningRequest) -> String {
        switch request.content {
        case .transaction(let envelope): summary(envelope, on: request.network)
        case .challenge(_, let context): "Log in at \(TerminalText.escape(context.homeDomain))"
        case .message: "Sign a message"
        case .authorization(let asked):
            if let challenge = asked.challenge {
                "Log in at \(TerminalText.escape(challenge.homeDomain))"
            } else {
                "Authorize as \(asked.entry.credentials.address.map { shortened($0.address.address) } ?? "the source"): "
                    + shortened(asked.summary(KnownTokens()))
            }
        }
    }

    private static func shortened(_ address: String) -> String { "\(address.prefix(6))...\(address.suffix(6))" }

    private static func shortened(_ phrase: Phrase) -> String {
        phrase.spans.reduce(into: "") { text, span in
            switch span {
            case .words(let words): text += words
            case .address(let address): text += shortened(address.text)
            case .field, .step, .time: text += Phrase(spans: [span]).plain
            }
        }
    }

    /// The first operation and the number of others. Addresses are shortened; the transaction itself has them in full.
    static func summary(_ envelope: TransactionEnvelope, on network: Network) -> String {
        let operations = envelope.innermost.operations
        guard let first = operations.first else { return "Do nothing" }
        // The transfer of an asset's token is shown as the payment that it is.
        let assets = Book(assets: envelope.innermost.footprintAssets)
        let tokens = KnownTokens(for: envelope.innermost, on: network, book: assets, policy: nil)
        var text = shortened(OperationSummary.of(first.body, tokens: tokens))
        if operations.count > 1 { text += ", and \(operations.count - 1) more" }
        if case .feeBump = envelope.content { text += ", by a fee bump" }
        return text
    }

    // MARK: the request and the transaction themselves

    /// What was decoded for the entry, out of line: lists of entries may be long.
    private indirect enum Contents {
        case decoded(SigningRequest?, TransactionToSubmit?)
        case dropped
    }

    /// The request itself; nil also if its record cannot be read, and in a list.
    package var document: SigningRequest? {
        if case .decoded(let document, _) = contents { document } else { nil }
    }

    /// The transaction: as it was submitted, or else as it was requested. Nil for what is no transaction, when the
    /// journal no longer has the envelope, and in a list.
    package var transaction: TransactionToSubmit? {
        if case .decoded(_, let transaction) = contents { transaction } else { nil }
    }

    /// The entry for a list.
    var listed: StatusEntry {
        var entry = self
        entry.contents = .dropped
        return entry
    }

    /// The account whose sequence number it uses; nil for a message.
    package var source: AccountID? { submission?.transaction.source ?? request?.source }

    /// The account's sequence number that it uses; nil for a message.
    var number: AccountNumber? {
        if let transaction = submission?.transaction {
            return AccountNumber(source: transaction.source, sequence: transaction.sequence)
        }
        guard let source = request?.source, let sequence = request?.sequence else { return nil }
        return AccountNumber(source: source, sequence: sequence)
    }

    package var network: Network? { submission?.transaction.network ?? request?.network }
}

extension SigningRequest {
    /// What became of an authorization entry whose last ledger should have closed by now; nil before, and for other
    /// requests. The network may be slower than expected: that the signature counts no longer is likely, and not
    /// proven.
    fileprivate func entryEnd(_ now: Int64) -> String? {
        guard case .authorization(let asked) = content, let ledger = asked.claimedLedger,
            let closed = asked.claimedCloseTime
        else { return nil }
        let expected = closed.adding(LedgerSpan.seconds(from: ledger, to: asked.expirationLedger))
        guard Int64(clamping: expected.seconds) < now else { return nil }
        return
            "its last ledger, \(asked.expirationLedger), was expected at \(expected.utc): a signature is probably too late"
    }
}

extension Submission {
    /// Whether the network refused it only because numbers before its own are not used yet.
    package var waitsForNumbers: Bool { state == .queued && codes?.decisive == .txBadSeq }
}
