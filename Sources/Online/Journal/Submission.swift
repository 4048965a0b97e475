// SPDX-License-Identifier: Apache-2.0

package import Stellar

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
    /// The result codes of a transaction that failed or was rejected; of a queued one, why the network did not take it yet.
    package let codes: ResultCodes?
    /// Why it is not (yet) applied, or why it failed.
    package let error: String?
    /// The hash under which it was applied, if it is another one: that of a fee bump around it, or of its inner transaction.
    package let wentInAs: TransactionHash?
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

    /// The hash of the transaction that its ledger contains; nil when it is in none.
    package var place: TransactionHash? { ledger == nil ? nil : wentInAs ?? transaction.hash }

    /// A description of how it was applied under another hash, or why it was not; nil when there is nothing to add.
    package var reason: String? { wentInAs.map { "went in as \($0)" } ?? error }

    /// Whether the network may have received an envelope with this hash from here.
    package var mayHaveArrived: Bool { state == .sent || doubtfulAttempts > 0 || isFinal }
}
