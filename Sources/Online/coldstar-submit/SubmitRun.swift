// SPDX-License-Identifier: Apache-2.0

import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

/// Runs submitters, shows their progress, and reports the transactions in the order given.
struct SubmitRun {
    private let journal: SQLiteJournal
    private var outcome: Outcome
    /// The number of transactions of the current submitter that have been reported.
    private var told = 0
    /// Transactions that had been applied before this run.
    private var before: Set<TransactionHash> = []
    /// The number of transactions of unknown outcome from the networks before this one.
    private var left = 0

    init(_ journal: SQLiteJournal, json: Bool) {
        self.journal = journal
        outcome = Outcome(json: json)
    }

    mutating func go(_ submitter: Submitter, _ transactions: [PendingTransaction]) throws(Failure) {
        var endings: [Int: Submitter.Ending] = [:]
        var progress = Progress(transactions.map(\.hash.hex))
        var doubtful: Set<String> = []
        for transaction in transactions {
            switch try submission(transaction)?.state {
            case .included?: before.insert(transaction.hash)
            case .sent?, .pending?: doubtful.insert(transaction.hash.hex)
            case .queued?, .failed?, .expired?, nil: break
            }
        }
        Interruption.begin(open: left + doubtful.count)
        defer { Interruption.end() }
        do throws(JournalError) {
            try submitter.run(doubtful: doubtful) { id, ending throws(JournalError) in
                endings[id] = ending
                // Report in order, from the journal: that is what is stored on disk.
                while let ending = endings.removeValue(forKey: told) {
                    progress.clear()
                    try tell(transactions[told], ending)
                    told += 1
                }
            } remark: { words in
                progress.clear()
                Console.say(TerminalText.escape(words))
            } tick: { counts in
                Interruption.tell(open: left + counts.open)
                progress.show(counts)
            }
        } catch { throw Failure(error) }
        progress.clear()
        if transactions.count > 1 { Console.say(Progress.line(submitter.counts, seconds: 0)) }
        if let fault = submitter.fault { outcome.add(Failure(fault)) }
        left += submitter.counts.open
        told = 0
    }

    func end() throws(Failure) { try outcome.end() }

    /// Adds a failure that stopped the submission of these transactions, and reports what is known of the remaining
    /// ones.
    mutating func add(_ failure: Failure, for transactions: [PendingTransaction]) throws(Failure) {
        outcome.add(failure)
        for transaction in transactions.dropFirst(told) {
            let found = try submission(transaction)
            if found?.state == .sent || found?.state == .pending { left += 1 }
            outcome.tell(transaction.hash, found, failure)
        }
        told = 0
    }

    private mutating func tell(_ transaction: PendingTransaction, _ ending: Submitter.Ending) throws(JournalError) {
        guard let found = try journal.submission(hash: transaction.hash.hex) else {
            throw .unknownHash(transaction.hash.hex)
        }
        outcome.add(
            found, ending,
            wasThere: found.state == .included && (before.contains(transaction.hash) || found.attempts == 0),
            operations: found.state == .failed ? Self.operations(found) : [])
    }

    private func submission(_ transaction: PendingTransaction) throws(Failure) -> Submission? {
        do { return try journal.submission(hash: transaction.hash.hex) } catch { throw Failure(error) }
    }

    /// The operations' types, which make the explanation of a failure more precise.
    private static func operations(_ submission: Submission) -> [OperationType] {
        guard let bytes = try? Base64.decode(submission.transaction.envelope),
            let envelope = try? TransactionEnvelope(xdr: bytes)
        else { return [] }
        return envelope.innermost.operations.map(\.type)
    }
}

extension Failure {
    /// Whether the servers are at fault, so that the transactions are not affected.
    var isOfServers: Bool { kind == .unreachable || kind == .protocolBroken }
}
