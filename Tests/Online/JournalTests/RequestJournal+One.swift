// SPDX-License-Identifier: Apache-2.0

import Journal
import Stellar

/// Shorthands for one record at a time.
extension OnlineJournal {
    /// Records one request.
    func record(_ request: RecordedRequest) throws(JournalError) { try record([request]) }

    /// Records requests without checking what was recorded in the meantime.
    func record(_ requests: [RecordedRequest]) throws(JournalError) { _ = try record(requests, since: nil) }

    /// Queues transactions without recording their signatures.
    func queue(
        _ count: Int, _ transaction: (Int) throws(JournalError) -> SignedTransaction
    ) throws(JournalError) {
        try queue(count) { index throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in
            (try transaction(index), [])
        }
    }

    /// Queues one transaction and returns its submission.
    func queue(_ transaction: SignedTransaction) throws(JournalError) -> Submission {
        try queue(1) { _ in transaction }
        guard let known = try submission(hash: transaction.hash) else { throw .unknownHash(transaction.hash) }
        return known
    }

    /// Records that a transaction is about to be submitted.
    func beginAttempt(hash: TransactionHash) throws(JournalError) -> Submission {
        let known = try perform([.attempt(hash: hash)])[0]
        guard known.state == .sent else { throw .illegalTransition(hash: hash, from: known.state, to: .sent) }
        return known
    }

    /// Records the outcome of a transaction.
    func finish(hash: TransactionHash, _ outcome: SubmissionOutcome) throws(JournalError) -> Submission {
        try perform([.outcome(hash: hash, outcome)])[0]
    }
}
