// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Requests the cancellation of a transaction: one with the same sequence number that does nothing.
package struct CancelJob: SingleRequestJob {
    private let terms: ReplacementTerms
    private let conditions: ConditionInput
    private let fee: FeeChoice

    /// - Parameter terms: without a note, the request gets one that names the original.
    package init(
        _ terms: ReplacementTerms, conditions: ConditionInput = ConditionInput(), fee: FeeChoice = .automatic
    ) {
        self.terms = terms
        self.conditions = conditions
        self.fee = fee
    }

    package var context: OnlineContext { terms.context }

    /// The request for a transaction with the same sequence number that does nothing.
    ///
    /// - Throws: `.refusedByLedger` if there is nothing to cancel.
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        let network = try terms.network.resolve(documented: terms.transaction.network)
        let (transaction, context) = (terms.transaction, terms.context)
        let hash = transaction.envelope.hash(on: network)
        try checkIsOpen(hash)
        let cancellation = Cancellation(voided: transaction.envelope.innermost)
        let source = cancellation.voided.sourceAccount
        var view = try context.isOffline ? nil : context.ledger(of: network, noting: &notices)
        try view?.checkIsOpen(hash, "there is nothing to cancel")
        let current = try view?.existing(source.account).sequence
        if let current, let closed = try view?.ledger().closedAt {
            try cancellation.checkIsOpen(hash, at: current, closed: closed, now: terms.now)
        }
        let preconditions = try cancellation.conditions(conditions, now: terms.now)
        let draft = TransactionDraft(
            source: source, sequence: cancellation.voided.seqNum,
            feePerOperation: try fee.stroops { view },
            conditions: preconditions,
            operations: [Operation(sourceAccount: nil, body: .bumpSequence(BumpSequenceOp(bumpTo: 0)))])
        let envelope: TransactionEnvelope
        do { envelope = try draft.envelope() } catch { throw Failure(.badInput, Wording(error.message)) }
        let made = HashedTransaction(envelope, on: network)
        try check(made, in: &view, noting: &notices)
        notices.append(.fact(.voids, "\(hash.hex), once this is applied"))
        notices += cancellation.notices(preconditions, given: conditions, at: current)
        return try BuiltRequest(
            made, created: terms.now, note: terms.note ?? "voids \(hash.hex)",
            view: view, journal: terms.journal)
    }

    /// Refuses to cancel a transaction that the journal records as applied, whether or not the network is asked.
    private func checkIsOpen(_ hash: TransactionHash) throws(Failure) {
        guard let known = try terms.submission(hash), known.state == .included else { return }
        let place = known.ledger.map { " in ledger \($0)" } ?? ""
        throw Failure(.refusedByLedger, "\(hash.hex) was applied\(place): there is nothing to cancel")
    }

    private func check(
        _ made: HashedTransaction, in view: inout AnyLedger?, noting notices: inout [Notice]
    ) throws(Failure) {
        guard var ledger = view else {
            if let rejection = ForecastRejection(formOf: made.envelope) { throw Failure([rejection]) }
            return
        }
        for warning in try Preflight.check(building: made, in: &ledger, now: terms.now) {
            notices.append(.warning(.preflight, "before submitting: \(warning.message)"))
        }
        view = ledger
    }
}

/// The cancellation of a transaction: the preconditions of the transaction that replaces it.
package struct Cancellation: Sendable {
    package let voided: Transaction

    /// The account's sequence numbers at which a transaction of this number is valid; nil when there are none.
    private func places(_ conditions: Preconditions) -> ClosedRange<SequenceNumber>? {
        guard voided.seqNum > 0 else { return nil }
        let first = max(0, conditions.extended?.minSeqNum ?? voided.seqNum - 1)
        return first < voided.seqNum ? first...voided.seqNum - 1 : nil
    }

    /// The requested preconditions, valid at every sequence number of the account at which the original is valid.
    /// Its other preconditions are not copied: the cancellation must be applied first.
    package func conditions(_ given: ConditionInput, now: Timestamp) throws(Failure) -> Preconditions {
        var options = given
        guard let first = places(voided.cond)?.lowerBound else { return try options.preconditions(now: now) }
        if let number = options.minSeqNum {
            guard number <= first else {
                throw Failure(
                    .badInput, .minSeqNum, "at most \(first), from which the original transaction is valid")
            }
        } else if let least = voided.cond.extended?.minSeqNum {
            options.minSeqNum = least
        }
        return try options.preconditions(now: now)
    }

    /// Throws if the original can no longer be applied.
    ///
    /// - Parameters:
    ///   - current: the account's sequence number.
    ///   - closed: the ledger's time, by a server.
    ///   - now: this machine's clock: neither of the two alone proves an end.
    package func checkIsOpen(
        _ hash: TransactionHash, at current: SequenceNumber, closed: Timestamp, now: Timestamp
    ) throws(Failure) {
        guard current < voided.seqNum else {
            throw Failure(
                .refusedByLedger,
                "the account's sequence number is already \(current), and that of \(hash.hex) is \(voided.seqNum): unless it was "
                    + "applied, it can no longer be applied, and there is nothing to cancel")
        }
        let end = voided.cond.timeBounds?.maxTime ?? 0
        guard end == 0 || min(closed, now).seconds <= end else {
            throw Failure(
                .refusedByLedger,
                "\(hash.hex) expired at \(Timestamp(end).utc): there is nothing to cancel")
        }
    }

    /// When the cancellation can be applied, and what follows from that.
    ///
    /// - Parameters:
    ///   - conditions: the cancellation's preconditions.
    ///   - current: the account's sequence number; nil offline.
    package func notices(
        _ conditions: Preconditions, given: ConditionInput, at current: SequenceNumber?
    ) -> [Notice] {
        guard let places = places(conditions) else { return [] }
        var lines: [Notice] = [
            .fact(.applies, "\(Self.words(places, at: current)); until it is applied, the original can be")
        ]
        if places.count > 1 {
            let next = max(places.lowerBound, current ?? 0) + 1
            if next < voided.seqNum {
                lines.append(
                    .warning(
                        .skipsNumbers,
                        "it skips the sequence \(numbers(from: next)): transactions signed there and not applied first become void"
                    ))
            }
        } else if let current, current + 1 < voided.seqNum {
            lines.append(
                .note(
                    .numbersFirst,
                    "the sequence \(numbers(from: current + 1)) must be used first; with \(field: .minSeqNum) \(current) this one "
                        + "applies at once and voids the transactions signed for those numbers"))
        }
        return lines + remarks(conditions, given)
    }

    /// The account's sequence numbers from `next` to the one before the original's, as text.
    private func numbers(from next: SequenceNumber) -> String {
        next == voided.seqNum - 1 ? "number \(next)" : "numbers from \(next) to \(voided.seqNum - 1)"
    }

    private static func words(_ places: ClosedRange<SequenceNumber>, at current: SequenceNumber?) -> String {
        let range =
            places.count == 1 ? "is \(places.lowerBound)" : "is from \(places.lowerBound) to \(places.upperBound)"
        guard let current else { return "while the account's sequence number \(range)" }
        return places.contains(current)
            ? "now (the account's sequence number is \(current))"
            : "when the account's sequence number \(range) (it is \(current))"
    }

    /// Warnings about cases in which the original could be applied but the cancellation could not.
    private func remarks(_ conditions: Preconditions, _ given: ConditionInput) -> [Notice] {
        var lines: [Notice] = []
        let (end, other) = (conditions.timeBounds?.maxTime ?? 0, voided.cond.timeBounds?.maxTime ?? 0)
        if end != 0, other == 0 || other > end {
            let theirs = other == 0 ? "without expiry" : "until \(Timestamp(other).utc)"
            lines.append(
                .note(
                    .earlierEnd,
                    "the original is valid \(theirs): this one must be applied before \(Timestamp(end).utc)"))
        }
        let delaying: [FieldID] = [.minTime, .minLedger, .maxLedger, .minSeqAge, .minSeqLedgerGap]
        let delays = given.given.filter(delaying.contains).map { Wording("\(field: $0)") }
        if !delays.isEmpty {
            lines.append(
                .warning(
                    .delayed,
                    "while \(delays.joined(separator: " and ")) delay this one, the original can still be applied"
                        as Wording))
        }
        return lines
    }
}
