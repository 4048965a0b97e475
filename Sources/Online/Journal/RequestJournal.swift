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
    /// - Parameter mark: as the journal was when their sequence numbers were chosen; nil where it does not matter.
    /// - Returns: false, and nothing is kept, where one of the accounts has got a number since then that is theirs or behind.
    /// - Throws: `.conflict` when another request has the id of one.
    func record(_ requests: [RecordedRequest], since mark: JournalMark?) throws(JournalError) -> Bool

    /// How far the journal is.
    func mark() throws(JournalError) -> JournalMark

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

    /// Takes signed transactions for sending, all or none, in state `queued`. One that is there already stays as it is; but while
    /// nobody can have seen it, a newly signed envelope takes the place of the old one. The signatures are kept in any case.
    ///
    /// - Parameter transaction: gives the transaction of each number below `count` with the signatures in its envelope, so that not
    ///   all have to be in memory.
    func queue(
        _ count: Int, _ transaction: (Int) throws(JournalError) -> (SignedTransaction, [RecordedSignature])
    ) throws(JournalError)

    func submission(hash: String) throws(JournalError) -> Submission?

    /// The right to send a transaction, to be held from the look at what is known until the outcome is written down; nil when
    /// another program has it.
    func claim(hash: String) throws(JournalError) -> SubmissionClaim?

    /// Writes the steps down, all or none, and gives what is known after each. What is final stays: a vaguer outcome after it
    /// changes nothing, so the value returned is the truth to report.
    ///
    /// So does an attempt after a final outcome: whoever wanted to make it looks at the state, which is `sent` when it may.
    ///
    /// - Throws: `.illegalTransition` when an outcome contradicts what is known, `.unknownHash` when it was never queued.
    func perform(_ steps: [JournalStep]) throws(JournalError) -> [Submission]

    /// The sequence numbers behind `after` that something unsettled of this account has, the smallest first.
    func numbersInUse(network: String, source: String, after: Int64) throws(JournalError) -> [NumberInUse]

    /// Those before `before` of what was sent and whose outcome is not known, the smallest first.
    func numbersInDoubt(network: String, source: String, before: Int64) throws(JournalError) -> [NumberInUse]

    /// What was queued, sent or is pending and not held, in the order in which it was queued.
    func open() throws(JournalError) -> [OpenSubmission]

    /// How many are held.
    func held() throws(JournalError) -> Int

    /// The latest submissions first.
    func submissions(limit: Int) throws(JournalError) -> [Submission]

    /// What happened to one hash, the oldest first.
    func events(hash: String) throws(JournalError) -> [JournalEvent]
}
