// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
import Handoff
import Horizon
import Journal
import Preflight
import Stellar
import StellarXDR
import XDR

/// What a user wants of the cancellation of a transaction.
package struct CancellationRequest {
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
            feePerOperation: try fee.stroops { view.map { NetworkLedger($0) } },
            conditions: preconditions,
            operations: [Operation(sourceAccount: nil, body: .bumpSequence(BumpSequenceOp(bumpTo: 0)))])
        let envelope: TransactionEnvelope
        do { envelope = try draft.envelope() } catch { throw Failure(.badInput, Wording(error.message)) }
        try check(envelope, in: &view, noting: &notices)
        notices.append(.fact(.voids, "\(hash.hex), once this is applied"))
        notices += cancellation.notices(preconditions, given: conditions, at: current)
        return try BuiltRequest(
            envelope, on: network, created: terms.now, note: terms.note ?? "voids \(hash.hex)",
            view: view.map { NetworkLedger($0) },
            journal: terms.journal)
    }

    /// Refuses to cancel a transaction that the journal records as applied, whether or not the network is asked.
    private func checkIsOpen(_ hash: TransactionHash) throws(Failure) {
        guard let known = try terms.journal.submission(hash: hash), known.state == .included else { return }
        let place = known.ledger.map { " in ledger \($0)" } ?? ""
        throw Failure(.refusedByLedger, "\(hash.hex) was applied\(place): there is nothing to cancel")
    }

    private func check(
        _ envelope: TransactionEnvelope, in view: inout LedgerView?, noting notices: inout [Notice]
    ) throws(Failure) {
        guard var ledger = view else {
            if let complaint = Complaint(formOf: envelope) { throw Failure([complaint]) }
            return
        }
        for warning in try Preflight.check(building: envelope, in: &ledger, now: terms.now) {
            notices.append(.warning(.preflight, "before submitting: \(warning.message)"))
        }
        view = ledger
    }
}
