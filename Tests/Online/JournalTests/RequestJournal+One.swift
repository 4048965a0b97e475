// SPDX-License-Identifier: Apache-2.0

import Journal

/// One at a time.
extension RequestJournal {
    /// Keeps one request.
    func record(_ request: RecordedRequest) throws(JournalError) { try record([request]) }

    /// Keeps requests whatever was recorded meanwhile.
    func record(_ requests: [RecordedRequest]) throws(JournalError) { _ = try record(requests, since: nil) }

    /// Takes transactions whose signatures nothing is asked of.
    func queue(
        _ count: Int, _ transaction: (Int) throws(JournalError) -> SignedTransaction
    ) throws(JournalError) {
        try queue(count) { index throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in
            (try transaction(index), [])
        }
    }

    /// Takes one transaction for sending, and says what is known of it.
    func queue(_ transaction: SignedTransaction) throws(JournalError) -> Submission {
        try queue(1) { _ in transaction }
        guard let known = try submission(hash: transaction.hash) else { throw .unknownHash(transaction.hash) }
        return known
    }

    /// Writes down that one transaction is about to be posted.
    func beginAttempt(hash: String) throws(JournalError) -> Submission {
        let known = try perform([.attempt(hash: hash)])[0]
        guard known.state == .sent else { throw .illegalTransition(hash: hash, from: known.state, to: .sent) }
        return known
    }

    /// Writes down what was found out of one transaction.
    func finish(hash: String, _ outcome: SubmissionOutcome) throws(JournalError) -> Submission {
        try perform([.outcome(hash: hash, outcome)])[0]
    }
}
