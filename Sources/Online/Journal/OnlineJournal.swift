// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The record of the online side. A part of it, such as `ContactBook`, is what a caller asks that needs no more.
package protocol OnlineJournal: RequestJournal, ContactBook, WatchBook, TransferBook, RampBook, JournalKeeping {}

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
    /// - Returns: false, recording nothing, when one of the accounts has since got a row with the same number or a
    ///   later one.
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

    /// Queues signed transactions for submission, all or none, in state `queued`. An existing one is not changed; but
    /// while no one else can have seen it, a newly signed envelope replaces the old one. The signatures are recorded in
    /// any case.
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
    /// An attempt after a final outcome changes nothing either: the caller checks the returned state, which is `sent`
    /// when it may submit.
    ///
    /// - Throws: `.illegalTransition` when an outcome contradicts the known state, `.unknownHash` when it was never
    ///   queued.
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
    ///
    /// - Parameter network: nil for all.
    func held(network: Network?) throws(JournalError) -> Int

    /// The latest submissions, newest first.
    func submissions(limit: Int) throws(JournalError) -> [Submission]

    /// The events of one hash, oldest first.
    func events(hash: TransactionHash) throws(JournalError) -> [JournalEvent]

    // MARK: signatures and what ended a request

    /// Records signatures, each once, of transactions that were requested or queued here; ignores others.
    func record(_ signatures: [RecordedSignature]) throws(JournalError)

    /// The signatures for a hash with the time at which each was first seen, in order of arrival.
    func signatures(hash: TransactionHash) throws(JournalError) -> [(signature: RecordedSignature, seen: Int64)]

    /// Records that signed authorization entries were put into a transaction.
    ///
    /// - Parameters:
    ///   - hashes: those of the requests for the entries, and of the transaction without their signatures; ones that
    ///     were not requested here are ignored.
    ///   - transaction: the one with the signed entries.
    func record(authorized hashes: [TransactionHash], in transaction: TransactionHash) throws(JournalError)

    /// Records that a request was answered by a login; ones that were not requested here are ignored.
    ///
    /// - Parameter domain: where the login is.
    func record(loggedIn hashes: [TransactionHash], at domain: String) throws(JournalError)

    /// Records that another transaction was built from a draft, in its place; one that was not requested here is
    /// ignored.
    func record(superseded draft: TransactionHash, by transaction: TransactionHash) throws(JournalError)

    /// What ended a request without a submission of its transaction: its signed entries are in another one, it was a
    /// login that succeeded, or another transaction was built from it; nil if nothing did. A request that was recorded
    /// again afterwards waits again.
    func ending(of hash: TransactionHash) throws(JournalError) -> JournalEvent?

    /// The transaction into which a signed authorization entry was put, or which has the signed entries of this one;
    /// nil if there is none.
    func authorized(_ hash: TransactionHash) throws(JournalError) -> TransactionHash?

    /// Removes all requests for a transaction; its submission and events stay.
    ///
    /// - Parameter signatures: the number of signatures at the time of the decision.
    /// - Returns: false, removing nothing, when it has been signed or queued since then and is not final.
    func forget(hash: TransactionHash, signatures: Int) throws(JournalError) -> Bool

    // MARK: searches

    /// The known hashes with that prefix, at most `limit`.
    ///
    /// - Parameter digits: the prefix, in lower-case hexadecimal digits.
    func hashes(beginningWith digits: String, limit: Int) throws(JournalError) -> [TransactionHash]

    /// The source accounts of transactions of a network that were built or queued here.
    func sources(network: Network) throws(JournalError) -> [AccountID]

    /// Requests whose transactions were not queued, newest first; of several for one transaction, the last.
    func unsentRequests() throws(JournalError) -> [RecordedRequest]

    /// Queued transactions that are not final, newest first.
    func unsettledSubmissions() throws(JournalError) -> [Submission]

    /// Final transactions that are not archived, newest first.
    func settledSubmissions(limit: Int) throws(JournalError) -> [Submission]

    /// Requests that were recorded one after the other, such as those of a batch: at most `count`, beginning with the
    /// last one of a hash. Empty if the journal does not have it.
    func requests(from hash: TransactionHash, count: Int) throws(JournalError) -> [RecordedRequest]

    /// The submission of the payment requested for a withdrawal through an anchor; nil when there is none, or none that
    /// can still be applied. If the payment is inside a fee bump, the fee bump.
    ///
    /// - Parameters:
    ///   - id: the anchor's id of the withdrawal, as in the request.
    ///   - homeDomain: the anchor's home domain, as in the request.
    func payment(ofWithdrawal id: String, homeDomain: String, network: Network) throws(JournalError) -> Submission?

    /// The latest requests for the payment of a withdrawal, newest first, whether or not they were submitted.
    func requests(ofWithdrawal id: String, homeDomain: String, network: Network) throws(JournalError)
        -> [TransactionHash]

    /// For each account number, the hashes of the transactions requested with it, in the order of the requests.
    func asked(_ numbers: [AccountNumber], network: Network) throws(JournalError) -> [[TransactionHash]]

    /// Whether a signed transaction of the account with a lower number, above all that were seen in a ledger, is not
    /// settled: this number waits for it.
    func isAhead(_ sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Bool
}

/// The user's named accounts. Names are case-insensitive; each call is one transaction.
package protocol ContactBook: Sendable {
    /// All contacts, ordered by name.
    func contacts() throws(JournalError) -> [RecordedContact]

    func contact(named name: String) throws(JournalError) -> RecordedContact?

    /// Saves contacts, all or none. Saving an identical contact again is not an error.
    ///
    /// - Throws: `.contactExists` when another contact has one of the names, unless `replacing`.
    func keep(_ contacts: [RecordedContact], replacing: Bool) throws(JournalError)

    /// Removes a contact.
    ///
    /// - Returns: whether it existed.
    func removeContact(named name: String) throws(JournalError) -> Bool
}

/// The last observations of accounts, to compare with the next; each call is one transaction.
package protocol WatchBook: Sendable {
    /// The last observation of an account; nil when there is none.
    func watched(network: Network, account: AccountID) throws(JournalError) -> WatchedAccount?

    /// The observed accounts of a network, by address.
    func watchedAccounts(network: Network) throws(JournalError) -> [AccountID]

    /// Deletes the observation of an account; does nothing if there is none.
    func forgetWatched(network: Network, account: AccountID) throws(JournalError)

    /// Saves an observation, replacing the previous one.
    func keep(_ watched: WatchedAccount) throws(JournalError)

    /// Whether a transaction was requested or submitted from here, alone or inside a fee bump.
    func knows(hash: TransactionHash) throws(JournalError) -> Bool

    /// The highest sequence number of an account that the journal knows to be used in a ledger up to that one; nil
    /// without one.
    func highestSequence(network: Network, source: AccountID, upTo ledger: Int64) throws(JournalError) -> Int64?
}

/// The deposits and withdrawals begun on this machine; each call is one transaction, on disk when it returns.
package protocol TransferBook: Sendable {
    /// Adds a new transfer.
    ///
    /// - Returns: the transfer with its number and times.
    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer?

    /// The transfer with the anchor's id. If the anchor assigned the id twice, one of that kind, and of these the
    /// latest.
    func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer?

    /// All transfers to which any anchor assigned this id, newest first.
    func transfers(id: String) throws(JournalError) -> [RecordedTransfer]

    /// Records a transfer's current step, and what was settled on the way.
    ///
    /// - Parameter before: its previous step. Of two programs that continue one transfer, the slower one is refused.
    /// - Throws: `.transferMoved` when the transfer is not at that step.
    func update(_ transfer: RecordedTransfer, before: RecordedTransfer.Step) throws(JournalError) -> RecordedTransfer

    /// The latest transfers, newest first.
    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer]
}

/// The transfers through Meso's ramp on this machine; each call is one transaction, on disk when it returns.
package protocol RampBook: Sendable {
    /// Adds a new session.
    ///
    /// - Returns: the session with its number and time.
    func add(_ session: RecordedRampSession) throws(JournalError) -> RecordedRampSession

    func rampSession(number: Int64) throws(JournalError) -> RecordedRampSession?

    /// The latest sessions, newest first.
    func rampSessions(limit: Int) throws(JournalError) -> [RecordedRampSession]

    /// The events of a session in order.
    func rampEvents(session: Int64) throws(JournalError) -> [RecordedRampEvent]

    /// Appends all events or none.
    ///
    /// - Parameter count: how many events the session has. Of two programs that continue one session, the slower one is
    ///   refused.
    /// - Throws: `.rampMoved` when the session has another number of events.
    func append(_ events: [RecordedRampEvent], to session: Int64, after count: Int) throws(JournalError)
}

/// Maintenance of the journal: backup, export, integrity check and archiving.
package protocol JournalKeeping: Sendable {
    /// Writes a copy of all committed data, complete or not at all, while other programs continue.
    ///
    /// - Throws: `.exists` when the file exists, unless `replacing`.
    func backUp(to path: String, replacing: Bool) throws(JournalError)

    /// Visits every row of requests, signatures, submissions and events, in the order written, in one consistent view.
    ///
    /// - Parameter visit: returns whether to continue.
    func export(_ visit: (JournalRow) -> Bool) throws(JournalError)

    /// The faults that SQLite's integrity check finds; empty when the file is intact.
    func faults() throws(JournalError) -> [String]

    /// Moves settled data into a separate file: transactions that were applied, failed in a ledger or expired, with
    /// their requests, signatures and events, and expired requests without a submission. Open transactions stay, and
    /// the journal still recognizes what was moved.
    ///
    /// - Parameters:
    ///   - before: only data older than this is moved, unix seconds.
    ///   - path: the new file; created complete or not at all, never replaced.
    ///   - end: the end of the validity of a request's document; nil when it has none.
    /// - Returns: the number of transactions moved; if 0, no file is created.
    func archive(
        before: Int64, to path: String, end: (RecordedRequest) -> Int64?
    ) throws(JournalError) -> Int

    /// The file to which a transaction was moved; nil when it was not.
    func archive(of hash: TransactionHash) throws(JournalError) -> String?

    /// The number of rows that `export` visits.
    func rowCount() throws(JournalError) -> Int

    /// Every session of the ramp with its events, oldest first, and the number of events without a session, in one
    /// consistent view.
    func rampRows() throws(JournalError) -> RampRows
}

/// Every row about Meso's ramp.
package struct RampRows {
    package let sessions: [(session: RecordedRampSession, events: [RecordedRampEvent])]
    /// The number of events without a session.
    package let orphans: Int
}
