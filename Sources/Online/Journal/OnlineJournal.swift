// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles
package import Stellar
package import StellarXDR

/// The record of the online side. A part of it, such as `ContactBook`, is what a caller asks that needs no more.
package protocol OnlineJournal: RequestJournal, ContactBook, WatchBook, HistoryBook, TransferBook, RampBook,
    JournalKeeping
{}

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

    /// The first transaction in a ledger with a later sequence number of the account; nil if the journal has none. With
    /// one, this number can no longer be used.
    func laterHolder(than sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Submission?

    /// Transactions that are queued, sent or pending and not held, in the order in which they were queued.
    func open() throws(JournalError) -> [OpenSubmission]

    /// The held transactions, newest first.
    ///
    /// - Parameter network: nil for all.
    func held(network: Network?) throws(JournalError) -> [Submission]

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

    /// Records that another transaction was built in the place of each of these, all or none; what was neither
    /// requested nor queued here is ignored.
    func record(superseded drafts: [(draft: TransactionHash, by: TransactionHash)]) throws(JournalError)

    /// All transactions in whose place others were built, with those, in the order in which that was recorded; a call
    /// whose entries were signed is such a one, the call with these entries the other.
    func superseded() throws(JournalError) -> [(draft: TransactionHash, by: TransactionHash)]

    /// What ended a request without a submission of its transaction: its signed entries are in another one, it was a
    /// login that succeeded, or another transaction was built in its place and is still known; nil if nothing did. A
    /// request that was recorded again afterwards waits again.
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

    /// The requests of a batch, in the order in which they were recorded; empty if there is none.
    ///
    /// - Parameter name: its name or id; of several batches with this name, the last is meant.
    func batch(_ name: String) throws(JournalError) -> [RecordedRequest]

    /// The ids of the batches with a name, the last one first.
    func batches(named name: String) throws(JournalError) -> [String]

    /// The transactions of batches, in the order in which they were recorded: those that were built in one go together,
    /// as they stand in one file.
    func builtBatches() throws(JournalError) -> [(id: String, hashes: [TransactionHash])]

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

    /// Whether a transaction was requested after another was queued: by the order of the events, whatever the clock
    /// showed.
    func wasRequested(_ hash: TransactionHash, afterQueueing other: TransactionHash) throws(JournalError) -> Bool

    /// For each account number, the hashes of the transactions requested with it, in the order of the requests.
    func asked(_ numbers: [AccountNumber], network: Network) throws(JournalError) -> [[TransactionHash]]

    /// For each payment, the transactions recorded here that make it, in no order. Some of them may be unknown by now:
    /// their requests were forgotten, or moved to an archive before they were submitted.
    func transactions(paying payments: [PaymentDigest]) throws(JournalError) -> [[TransactionHash]]

    /// The submissions of a transaction: itself, and fee bumps around it, in the order in which they were queued.
    func submissions(of hash: TransactionHash) throws(JournalError) -> [Submission]

    /// Whether a signed transaction of the account with a lower number, above all that were seen in a ledger, is not
    /// settled: this number waits for it.
    func isAhead(_ sequence: Int64, source: AccountID, network: Network) throws(JournalError) -> Bool
}

extension RequestJournal {
    /// Records that another transaction was built in the place of one.
    package func record(superseded draft: TransactionHash, by transaction: TransactionHash) throws(JournalError) {
        try record(superseded: [(draft, by: transaction)])
    }

    /// Writes requests that were just recorded. On failure their records are withdrawn, which frees their sequence
    /// numbers.
    ///
    /// - Parameter ids: evaluated only when needed: a batch of thousands is written line by line.
    package func withdrawing<R>(
        _ ids: @autoclosure () -> [String], _ handOut: () throws(Failure) -> R
    ) throws(Failure) -> R {
        do throws(Failure) {
            return try handOut()
        } catch {
            do { try withdraw(ids()) } catch { throw Failure(error) }
            throw error
        }
    }
}

/// Opens the journal of a folder; nothing else does.
///
/// All users of a journal in this process share one connection for writing and one for reading, so that a journal that
/// was opened for reading never waits for a writer. A connection closes when its last user is released.
package struct JournalOpener: Sendable {
    package let folder: String
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - folder: the online state's folder; created with mode 0700 if it does not exist.
    ///   - clock: the present in seconds since 1970, which the records get.
    package init(folder: String, clock: @escaping @Sendable () -> Int64) {
        self.folder = folder
        self.clock = clock
    }

    /// The path of the journal's file.
    package var path: String { SQLiteJournal.path(in: folder) }

    /// Opens or creates the journal.
    package func open() throws(Failure) -> any OnlineJournal {
        do { return SQLiteJournal(try .shared(in: folder, mayCreate: true), folder: folder, clock: clock) } catch {
            throw Failure(error)
        }
    }

    /// Opens the existing journal for writing; nil when there is none.
    package func openExisting() throws(Failure) -> (any OnlineJournal)? {
        // A link to a disk that is not mounted is a journal that cannot be opened, and not a missing one.
        guard SafeFiles.exists(path) else { return nil }
        do { return SQLiteJournal(try .shared(in: folder, mayCreate: false), folder: folder, clock: clock) } catch {
            throw Failure(error)
        }
    }

    /// Opens the existing journal for writing.
    ///
    /// - Throws: `.noInput` when there is none.
    package func openRequired() throws(Failure) -> any OnlineJournal {
        guard let journal = try openExisting() else { throw Failure(JournalError.notFound(path: path)) }
        return journal
    }

    /// The existing journal, for reading; nil when there is none. Does not wait for writers.
    package func read() throws(Failure) -> (any OnlineJournal)? { try Self.read(folder: folder) }

    /// The existing journal of a folder, for reading; nil when there is none.
    package static func read(folder: String) throws(Failure) -> (any OnlineJournal)? {
        let path = SQLiteJournal.path(in: folder)
        return SafeFiles.exists(path) ? try read(path: path) : nil
    }

    /// A copy of the journal in memory, or an empty one where there is none: what is written to it is lost.
    package func copyInMemory() throws(Failure) -> any OnlineJournal {
        do throws(JournalError) {
            let file: JournalFile? = SafeFiles.exists(path) ? try .shared(reading: path) : nil
            return SQLiteJournal(try JournalFile(inMemoryOf: file, path: path), folder: folder, clock: clock)
        } catch { throw Failure(error) }
    }

    /// A file, for reading: a backup, an archive, or a journal in use.
    ///
    /// - Throws: `.noInput` when there is none.
    package static func read(path: String) throws(Failure) -> any OnlineJournal {
        do { return SQLiteJournal(try .shared(reading: path), folder: path) { 0 } } catch { throw Failure(error) }
    }

    /// A free path for an archive in the folder, named after the date.
    package func freeArchivePath(before end: Timestamp) -> String {
        let name = "\(folder)/archive-\(end.rfc3339.prefix(10))"
        var number = 1
        while true {
            let path = name + (number == 1 ? "" : "-\(number)") + ".sqlite"
            if !SafeFiles.exists(path) { return path }
            number += 1
        }
    }
}
