// SPDX-License-Identifier: Apache-2.0

/// The online side's memory: every request that was emitted, and what became of every signed transaction.
///
/// Its promise is the order of things: a state is on disk before the step that it allows is taken, so that a program
/// that dies at any moment leaves a journal from which the truth can be found again. Several programs may use one
/// journal at once; each call is one transaction.
///
/// Hashes are 64 hexadecimal digits in lower case; times are seconds since 1970, from the journal's clock.
package protocol RequestJournal: Sendable {
    /// Keeps requests, all of them or none. Recording the same one twice is no error.
    ///
    /// - Throws: `.conflict` when another request has the id of one.
    func record(_ requests: [RecordedRequest]) throws(JournalError)

    /// Forgets requests that never left this machine, but for those whose transaction came back signed all the same.
    ///
    /// - Parameter ids: of requests that were just recorded.
    func withdraw(_ ids: [String]) throws(JournalError)

    /// The request of that hash that was recorded last: the same transaction may have been asked for more than once.
    func request(hash: String) throws(JournalError) -> RecordedRequest?

    /// - Parameter id: a UUID, in the case in which it was recorded.
    func request(id: String) throws(JournalError) -> RecordedRequest?

    /// The latest requests first.
    func requests(limit: Int) throws(JournalError) -> [RecordedRequest]

    /// Takes a signed transaction for sending, in state `queued`. One that is there already is given back as it is;
    /// but while nobody can have seen it, a newly signed envelope takes the place of the old one.
    func queue(_ transaction: SignedTransaction) throws(JournalError) -> Submission

    func submission(hash: String) throws(JournalError) -> Submission?

    /// The right to send a transaction, to be held from the look at what is known until the outcome is written down; nil when
    /// another program has it.
    func claim(hash: String) throws(JournalError) -> SubmissionClaim?

    /// Says, on disk, that the transaction is about to be posted: state `sent`, one attempt more.
    /// To be called before the first byte goes out.
    ///
    /// - Throws: `.illegalTransition` when the outcome is final already, `.unknownHash` when it was never queued.
    func beginAttempt(hash: String) throws(JournalError) -> Submission

    /// Writes down what an attempt or a look-up found out. What is final stays: a vaguer outcome after it changes
    /// nothing, so the value returned is the truth to report.
    ///
    /// - Throws: `.illegalTransition` when the outcome contradicts what is known.
    func finish(hash: String, _ outcome: SubmissionOutcome) throws(JournalError) -> Submission

    /// The sequence numbers behind `after` that something unsettled of this account has, the smallest first.
    func numbersInUse(network: String, source: String, after: Int64) throws(JournalError) -> [NumberInUse]

    /// What was sent and has no known outcome (`sent` and `pending`), the oldest first.
    func unresolved() throws(JournalError) -> [Submission]

    /// The latest submissions first.
    func submissions(limit: Int) throws(JournalError) -> [Submission]

    /// What happened to one hash, the oldest first.
    func events(hash: String) throws(JournalError) -> [JournalEvent]
}

extension RequestJournal {
    /// Keeps one request.
    package func record(_ request: RecordedRequest) throws(JournalError) { try record([request]) }
}
