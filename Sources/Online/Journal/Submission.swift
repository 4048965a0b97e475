// SPDX-License-Identifier: Apache-2.0

/// What the journal knows of one signed transaction.
package struct Submission: Hashable, Sendable {
    package let transaction: SignedTransaction
    package let state: SubmissionState
    /// How many times posting was begun.
    package let attempts: Int
    /// How many of the earlier attempts may have arrived without an answer that settled it.
    package let doubtfulAttempts: Int
    /// The ledger that holds it, successful or failed.
    package let ledger: Int64?
    package let resultXDR: String?
    /// Horizon's `result_codes` object as JSON text.
    package let codes: String?
    /// Why it is not (yet) in the ledger, or failed there, in words.
    package let error: String?
    /// The hash under which its ledger has it, where that is another: that of a fee bump around it, or of what is inside.
    package let wentInAs: String?
    /// Why it is not sent by a `resume`, but only when somebody asks for it anew; only of a queued one.
    package let held: String?
    package let queuedAt: Int64
    package let firstSent: Int64?
    package let lastAttempt: Int64?

    /// Whether nothing can change any more.
    package var isFinal: Bool {
        switch state {
        case .included, .expired: true
        case .failed: ledger != nil
        case .queued, .sent, .pending: false
        }
    }

    /// The hash under which its ledger has it; nil where it is in none.
    package var place: String? { ledger == nil ? nil : wentInAs ?? transaction.hash }

    /// As what it is in the ledger, or why it is not, in words; nil when there is nothing to say.
    package var reason: String? { wentInAs.map { "went in as \($0)" } ?? error }

    /// Whether the network can have seen an envelope of this hash from here.
    package var mayHaveArrived: Bool { state == .sent || doubtfulAttempts > 0 || isFinal }
}
