// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

/// A run of one submitter for each network, one after the other. It reports the transactions of each in the order
/// given, and remembers the most severe failure.
package struct SubmissionRun {
    /// What a front end may show while it runs.
    package enum Event {
        /// The submission of these transactions starts.
        ///
        /// - Parameter open: the number of transactions of unknown outcome, over all networks so far.
        case started([PendingTransaction], open: Int)
        /// A transaction has ended, and its end is on disk.
        case ended(TransactionReport)
        /// A message about the servers.
        case remark(String)
        case progress(SubmitCounts, open: Int)
        /// All transactions of the submitter have ended.
        case finished(SubmitCounts)
        /// The transactions are in the journal, and from now on something may be sent.
        case prepared([PendingTransaction])
        /// A fault of the servers that changed no outcome.
        case fault(Failure)
        /// The servers failed, so that these transactions have no outcome in this run.
        case abandoned([AbandonedTransaction], because: Failure)
    }

    private let journal: any RequestJournal
    private var worst = OverallFailure()
    /// The number of transactions of the current submitter that have been reported.
    private var reported = 0
    /// Transactions that had been applied before this run.
    private var before: Set<TransactionHash> = []
    /// The number of transactions of unknown outcome from the networks before this one.
    private var open = 0

    package init(_ journal: any RequestJournal) { self.journal = journal }

    /// The most severe failure so far; nil when every transaction was applied.
    package var failure: Failure? { worst.failure }

    /// Submits transactions until all have ended. If the servers fail before, the rest is reported as abandoned.
    ///
    /// - Parameters:
    ///   - transactions: in the order in which they are reported.
    ///   - prepare: checks and queues them, and gives the submitter for them.
    /// - Throws: what `prepare` refuses, and failures of the journal, which may come after something was sent. Failures
    ///   of the servers are reported as `.abandoned`.
    package mutating func run(
        _ transactions: [PendingTransaction], by prepare: () throws(Failure) -> Submitter, _ show: (Event) -> Void
    ) throws(Failure) {
        do throws(Failure) {
            let submitter = try prepare()
            show(.prepared(transactions))
            try run(submitter, transactions, show)
        } catch {
            guard error.isOfServers else { throw error }
            show(.abandoned(try abandon(transactions, because: error), because: error))
        }
    }

    /// Runs a submitter until all its transactions have ended.
    ///
    /// - Parameter transactions: those of the submitter, in the same order.
    /// - Throws: if the journal fails.
    mutating func run(
        _ submitter: Submitter, _ transactions: [PendingTransaction], _ show: (Event) -> Void
    ) throws(Failure) {
        var endings: [Int: Submitter.Ending] = [:]
        var doubtful: Set<TransactionHash> = []
        for transaction in transactions {
            switch try submission(transaction)?.state {
            case .included?: before.insert(transaction.hash)
            case .sent?, .pending?: doubtful.insert(transaction.hash)
            case .queued?, .failed?, .expired?, nil: break
            }
        }
        show(.started(transactions, open: open + doubtful.count))
        do throws(JournalError) {
            try submitter.run(doubtful: doubtful) { id, submission, ending throws(JournalError) in
                endings[id] = ending
                // Report in order, from the journal: that is what is stored on disk. What ended earlier may have been
                // settled since.
                while let ending = endings.removeValue(forKey: reported) {
                    let known = reported == id ? submission : try self.submission(transactions[reported].hash)
                    let report = report(known, ending)
                    if let failure = report.failure { worst.add(failure) }
                    show(.ended(report))
                    reported += 1
                }
            } remark: { text in
                show(.remark(text))
            } tick: { counts in
                show(.progress(counts, open: open + counts.open))
            }
        } catch { throw Failure(error) }
        guard reported == transactions.count else {
            let cancelled = Failure(.unreachable, "the submission was cancelled")
            return show(.abandoned(try abandon(transactions, because: cancelled), because: cancelled))
        }
        show(.finished(submitter.counts))
        if let fault = submitter.fault {
            worst.add(Failure(fault))
            show(.fault(Failure(fault)))
        }
        open += submitter.counts.open
        reported = 0
    }

    /// Notes the failure that stopped the submission of these transactions.
    ///
    /// - Returns: the transactions that were not reported yet, each with its record; nil when the journal has none.
    mutating func abandon(
        _ transactions: [PendingTransaction], because failure: Failure
    ) throws(Failure) -> [AbandonedTransaction] {
        worst.add(failure)
        var abandoned: [AbandonedTransaction] = []
        for transaction in transactions.dropFirst(reported) {
            let found = try submission(transaction)
            if found?.state == .sent || found?.state == .pending { open += 1 }
            abandoned.append(AbandonedTransaction(hash: transaction.hash, submission: found))
        }
        reported = 0
        return abandoned
    }

    private func report(_ found: Submission, _ ending: Submitter.Ending) -> TransactionReport {
        let isKnown = before.contains(found.transaction.hash) || found.attempts == 0
        return TransactionReport(found, ending, wasThere: found.state == .included && isKnown)
    }

    private func submission(_ hash: TransactionHash) throws(JournalError) -> Submission {
        guard let found = try journal.submission(hash: hash) else { throw .unknownHash(hash) }
        return found
    }

    private func submission(_ transaction: PendingTransaction) throws(Failure) -> Submission? {
        do { return try journal.submission(hash: transaction.hash) } catch { throw Failure(error) }
    }
}

/// The pending transactions of a journal, by network.
package struct ResumePlan {
    /// The pending transactions of one network, in the order in which they were queued.
    package struct Part {
        package let network: Network
        package let transactions: [PendingTransaction]
    }

    /// In the order of the passphrases.
    package let parts: [Part]
    package init(_ journal: any RequestJournal) throws(Failure) {
        let open: [OpenSubmission]
        do { open = try journal.open() } catch { throw Failure(error) }
        parts = Dictionary(grouping: open, by: \.network).sorted { $0.key.passphrase < $1.key.passphrase }.map {
            Part(network: $0, transactions: $1.map(PendingTransaction.init))
        }
    }
}
