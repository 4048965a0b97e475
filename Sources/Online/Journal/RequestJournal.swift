// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The online side's record of every emitted request and of the state of every signed transaction.
///
/// It guarantees an order: a state is on disk before the step that it allows, so that a program that is killed at any
/// moment leaves a journal from which the outcome can be determined. Several programs may use one journal concurrently;
/// each call is one transaction.
///
/// Times are seconds since 1970, from the journal's clock.
package protocol RequestJournal: Sendable {
    /// Records requests, all or none. Recording an identical request again is not an error.
    ///
    /// - Parameter mark: the journal's position when their sequence numbers were chosen; nil to skip the check.
    /// - Returns: false, recording nothing, when one of the accounts has since got a row with the same number or a later one.
    /// - Throws: `.conflict` when another request has one of the ids.
    func record(_ requests: [RecordedRequest], since mark: JournalPosition?) throws(JournalError) -> Bool

    /// The journal's current position.
    func mark() throws(JournalError) -> JournalPosition

    /// Removes requests that never left this machine, except those whose transaction came back signed nevertheless.
    ///
    /// - Parameter ids: the ids of requests that were just recorded.
    func withdraw(_ ids: [String]) throws(JournalError)

    /// The last recorded request with that hash; a transaction may have been requested more than once.
    func request(hash: TransactionHash) throws(JournalError) -> RecordedRequest?

    /// The request with that id.
    ///
    /// - Parameter id: a UUID, in the case in which it was recorded.
    func request(id: String) throws(JournalError) -> RecordedRequest?

    /// The latest requests, newest first.
    func requests(limit: Int) throws(JournalError) -> [RecordedRequest]

    /// Queues signed transactions for submission, all or none, in state `queued`. An existing one is not changed; but while
    /// no one else can have seen it, a newly signed envelope replaces the old one. The signatures are recorded in any case.
    ///
    /// - Parameter transaction: returns the transaction at each index below `count` with the signatures in its
    ///   envelope, so that not all need to be in memory.
    func queue(
        _ count: Int, _ transaction: (Int) throws(JournalError) -> (SignedTransaction, [RecordedSignature])
    ) throws(JournalError)

    func submission(hash: TransactionHash) throws(JournalError) -> Submission?

    /// Claims the exclusive right to submit a transaction, to be held from reading its state until its outcome is
    /// recorded; nil when another program has it.
    func claim(hash: TransactionHash) throws(JournalError) -> SubmissionClaim?

    /// Records the steps, all or none, and returns the state after each. A final state stays: a less definite outcome
    /// after it changes nothing, so the returned value is the one to report.
    ///
    /// An attempt after a final outcome changes nothing either: the caller checks the returned state, which is `sent` when it may submit.
    ///
    /// - Throws: `.illegalTransition` when an outcome contradicts the known state, `.unknownHash` when it was never queued.
    func perform(_ steps: [JournalStep]) throws(JournalError) -> [Submission]

    /// The sequence numbers above `after` that unsettled transactions of this account use, in ascending order.
    func numbersInUse(network: Network, source: AccountID, after: Int64) throws(JournalError) -> [NumberInUse]

    /// The sequence numbers below `before` of submitted transactions with unknown outcome, in ascending order.
    func numbersInDoubt(network: Network, source: AccountID, before: Int64) throws(JournalError) -> [NumberInUse]

    /// The transaction in a ledger that used this sequence number; nil if the journal has none.
    func holder(of sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Submission?

    /// Transactions that are queued, sent or pending and not held, in the order in which they were queued.
    func open() throws(JournalError) -> [OpenSubmission]

    /// The number of held transactions.
    func held() throws(JournalError) -> Int

    /// The latest submissions, newest first.
    func submissions(limit: Int) throws(JournalError) -> [Submission]

    /// The events of one hash, oldest first.
    func events(hash: TransactionHash) throws(JournalError) -> [JournalEvent]
}
