// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
import LedgerAPI
import LedgerXDR
package import Stellar
package import StellarXDR

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

    private let journal: any OnlineJournal
    private var worst = OverallFailure()
    /// The number of transactions of the current submitter that have been reported.
    private var reported = 0
    /// Transactions that had been applied before this run.
    private var before: Set<TransactionHash> = []
    /// Transactions that had failed or expired before this run.
    private var failedBefore: Set<TransactionHash> = []
    /// The number of transactions of unknown outcome from the networks before this one.
    private var open = 0

    package init(_ journal: any OnlineJournal) { self.journal = journal }

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
            case .failed?, .expired?: failedBefore.insert(transaction.hash)
            case .queued?, nil: break
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
                    let report = try report(known, ending)
                    if let failure = report.failure {
                        worst.add(failure, isOld: failedBefore.contains(transactions[reported].hash))
                    }
                    show(.ended(report))
                    reported += 1
                }
            } remark: { text in
                show(.remark(text))
            } tick: { counts in
                show(.progress(counts, open: open + counts.open))
            }
        } catch {
            guard submitter.counts.open + submitter.counts.sent > 0, error.isForWantOfWriting else {
                throw Failure(error)
            }
            throw Failure(
                .unknownYet, "\(error.message); what was submitted may have been applied, and is not noted",
                hint: "do not build it again: make room, then \(step: .submit(.resume))")
        }
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

    private func report(
        _ found: Submission, _ ending: Submitter.Ending
    ) throws(JournalError) -> TransactionReport {
        let isKnown = before.contains(found.transaction.hash) || found.attempts == 0
        var waitsForQueued = false
        if case .waiting(let earlier) = ending {
            waitsForQueued = try journal.submission(hash: earlier)?.state == .queued
        }
        return TransactionReport(
            found, ending, wasThere: found.state == .included && isKnown,
            replacement: try journal.replacement(of: found.transaction.hash), waitsForQueued: waitsForQueued)
    }

    private func submission(_ hash: TransactionHash) throws(JournalError) -> Submission {
        guard let found = try journal.submission(hash: hash) else { throw .unknownHash(hash) }
        return found
    }

    private func submission(_ transaction: PendingTransaction) throws(Failure) -> Submission? {
        do { return try journal.submission(hash: transaction.hash) } catch { throw Failure(error) }
    }
}

/// How one transaction ended in a run, as every front end reports it.
package struct TransactionReport {
    /// The journal's record.
    package let submission: Submission
    package let ending: Submitter.Ending
    /// Whether it had been applied before this run submitted anything.
    package let wasThere: Bool
    private let envelope: TransactionEnvelope?
    private let replacement: Replacement?
    /// Whether the earlier transaction that it waits for has not been submitted either.
    private let waitsForQueued: Bool

    /// The last transaction that was built in the place of another.
    package struct Replacement: Hashable, Sendable {
        let hash: TransactionHash
        /// The ledger that applied it; nil if none is known to have.
        let ledger: Int64?
        /// Nil if it is not known any more.
        var sequence: SequenceNumber?
    }

    /// - Parameters:
    ///   - wasThere: whether it had been applied before this run submitted anything.
    ///   - envelope: the transaction itself, where it is decoded already.
    ///   - replacement: what was built in its place; nil if nothing was.
    ///   - waitsForQueued: whether an earlier transaction that it waits for has not been submitted either.
    package init(
        _ submission: Submission, _ ending: Submitter.Ending, wasThere: Bool, envelope: TransactionEnvelope? = nil,
        replacement: Replacement? = nil, waitsForQueued: Bool = false
    ) {
        self.replacement = replacement
        self.waitsForQueued = waitsForQueued
        self.submission = submission
        self.ending = ending
        self.wasThere = wasThere
        self.envelope = envelope
    }

    /// The hash of the earlier transaction whose outcome it waits for; nil when it does not wait.
    package var waitsFor: TransactionHash? { if case .waiting(let earlier) = ending { earlier } else { nil } }

    /// The outcome for people.
    package var item: TextItem {
        let ledger = submission.ledger.map { " in ledger \($0)" } ?? ""
        let (state, tone, circumstances): (String, TextTone, String) =
            switch (ending, submission.state) {
            case (.blocked(let earlier), _): ("not submitted", .bad, ": \(earlier) failed before it")
            case (.waiting(let earlier), _): ("not submitted yet", .attention, ", waiting for \(earlier)")
            case (.known, .included) where wasThere:
                ("was already applied", .good, "\(ledger); nothing was submitted")
            case (.known, .included): ("applied", .good, ledger)
            case (.known, .failed): ("failed", .bad, ledger)
            case (.known, .expired): ("expired", .bad, "")
            case (.known, .queued) where submission.waitsForNumbers: ("waits for earlier numbers", .attention, "")
            case (.known, .queued): ("not submitted", .attention, "")
            case (.known, .sent), (.known, .pending): ("pending", .attention, "")
            }
        return TextItem(submission.transaction.hash.hex, state: state, tone, circumstances: circumstances)
    }

    /// What it does, in a few words; nil if the journal no longer has the envelope.
    package var summary: String? {
        (envelope ?? submission.transaction.decoded).map { StatusEntry.summary($0, on: submission.transaction.network) }
    }

    /// The JSON document of the outcome.
    package var document: JSON { submission.document(wasThere: wasThere, waitingFor: waitsFor) }

    /// Why it was not applied, or may not have been; nil when it was.
    package var failure: Failure? {
        guard let replacement, ending == .known, submission.state == .expired || submission.state == .failed,
            let failure = ownFailure
        else { return ownFailure }
        // Building it once more would pay it twice.
        guard let ledger = replacement.ledger else {
            if submission.ledger != nil, replacement.sequence == submission.transaction.sequence {
                return Failure(
                    failure.kind,
                    "\(failure.message); with it, the number of \(replacement.hash) is used, which was built in its place",
                    hint: "\(step: .build(.rebuild(hash: replacement.hash.hex)))")
            }
            return Failure(
                failure.kind, "\(failure.message); \(replacement.hash) was built in its place",
                hint: "sign and submit that one; what it waits for: \(step: .submit(.status))")
        }
        return Failure(
            failure.kind,
            "\(failure.message); \(replacement.hash), built in its place, was applied in ledger \(ledger)",
            hint: "nothing is left to do")
    }

    private var ownFailure: Failure? {
        let hash = submission.transaction.hash
        switch ending {
        case .known: break
        case .blocked(let earlier):
            return Failure(
                .refusedByLedger, "\(hash) was not submitted: \(earlier), before it on the same account, failed",
                hint: "find out why; then send the file again with \(field: .pastFailures), or rebuild the rest")
        case .waiting(let earlier) where waitsForQueued:
            return Failure(
                .unknownYet, "\(hash) was not submitted yet: \(earlier), before it, waits for earlier numbers itself",
                hint: """
                    to find what has them: \(step: .submit(.status)); once a request that will not be signed is forgotten, the next \
                    one takes its number
                    """)
        case .waiting(let earlier):
            return Failure(
                .unknownYet, "\(hash) was not submitted yet: the outcome of \(earlier), before it, is unknown",
                hint: "do not rebuild it; to continue with both: \(step: .submit(.resume))")
        }
        switch submission.state {
        case .included: return nil
        case .queued where submission.held != nil:
            return Failure(
                .refusedByLedger, "\(hash) was not submitted: \(submission.held ?? "")",
                hint: "find out why; then submit it again, or rebuild it")
        case .queued where submission.waitsForNumbers:
            return Failure(
                .unknownYet, "\(hash) was not applied yet: \(submission.error ?? "it waits for the numbers before it")",
                hint:
                    "to submit it once they are used: \(step: .submit(.resume)); to void it: \(step: .build(.cancel(hash: hash.hex)))"
            )
        case .queued:
            return Failure(
                .unreachable, "\(hash) was not submitted: \(submission.error ?? "the server is busy")",
                hint: "try again: \(step: .submit(.resume))")
        case .sent, .pending:
            return Failure(
                .unknownYet, "\(hash): the outcome is unknown (\(submission.error ?? "no answer"))",
                hint: "do not rebuild it; to continue: \(step: .submit(.resume))")
        case .expired:
            return Failure(
                .refusedByLedger, "\(hash) expired (tx_too_late) without being applied",
                hint: "it can no longer be applied; to build it again: \(step: .build(.rebuild(hash: hash.hex)))")
        case .failed: return rejection
        }
    }

    private var rejection: Failure {
        let hash = submission.transaction.hash
        let place = submission.ledger.map { "failed in ledger \($0), fee paid" } ?? "was rejected by the network"
        guard let codes = submission.codes else {
            return Failure(.refusedByLedger, "\(hash) \(place): \(submission.reason ?? "reason unknown")")
        }
        if codes.decisive == .txBadSeq, submission.ledger == nil, let reason = submission.error {
            return Failure(
                .refusedByLedger, "\(hash) can no longer be applied: \(reason)",
                hint: "look at what used the number before you build it again")
        }
        let code = codes.failedOperation.map { "\(codes.decisive), \($0.code)" } ?? codes.decisive.rawValue
        let words = ResultText.explain(codes, operations: operations)
        // For some codes the journal has more detail.
        let more = submission.error.flatMap { $0.hasPrefix(code) ? $0 : nil } ?? code
        return Failure(
            .refusedByLedger, "\(hash) \(place): \(words.meaning) (\(more))", hint: words.advice.naming(hash))
    }

    /// The operations' types, which make the explanation of a failure more precise.
    private var operations: [OperationType] {
        (envelope ?? submission.transaction.decoded)?.innermost.operations.map(\.type) ?? []
    }
}

extension Wording {
    /// With the hash in the steps that look a transaction up.
    fileprivate func naming(_ hash: TransactionHash) -> Wording {
        Wording(
            parts.map { part in
                if case .step(.build(.lookUpTransaction(hash: nil))) = part {
                    .step(.build(.lookUpTransaction(hash: hash.hex)))
                } else {
                    part
                }
            })
    }
}

extension OnlineJournal {
    /// The last transaction that was built in the place of this one, or of what was; nil if there is none.
    package func replacement(of hash: TransactionHash) throws(JournalError) -> TransactionReport.Replacement? {
        var last: TransactionHash?
        var seen: Set<TransactionHash> = [hash]
        while let event = try ending(of: last ?? hash), event.kind == .superseded,
            let next = TransactionHash(hex: event.detail), seen.insert(next).inserted
        {
            last = next
            if let applied = try submissions(of: next).first(where: { $0.state == .included }) {
                return TransactionReport.Replacement(hash: applied.place ?? next, ledger: applied.ledger)
            }
        }
        guard let last else { return nil }
        let sequence = try request(hash: last)?.sequence
        return TransactionReport.Replacement(hash: last, ledger: nil, sequence: sequence)
    }
}

/// The most severe failure of a run over several transactions: the one with which the run ends. Of equal ones, the
/// first.
package struct OverallFailure {
    package private(set) var failure: Failure?
    private var weight = 0

    package init() {}

    /// - Parameter isOld: whether it is of an earlier run: of two of a kind, the new one is the one to read.
    package mutating func add(_ failure: Failure, isOld: Bool = false) {
        let weight = 2 * Self.severity(failure) - (isOld ? 1 : 0)
        if weight > self.weight { (self.failure, self.weight) = (failure, weight) }
    }

    /// An unknown outcome outweighs a final one, because acting on it may pay twice.
    private static func severity(_ failure: Failure) -> Int {
        switch failure.kind {
        case .unknownYet: 4
        case .protocolBroken: 3
        case .unreachable: 2
        default: 1
        }
    }
}

extension Failure {
    /// Whether the servers are at fault, so that the transactions are not affected.
    package var isOfServers: Bool { kind == .unreachable || kind == .protocolBroken }
}

/// A transaction with which a run could not continue.
package struct AbandonedTransaction {
    package let hash: TransactionHash
    /// The journal's record; nil if the journal has none and this run did not submit it.
    package let submission: Submission?

    /// The JSON document of the transaction, in the form of the others of its run.
    ///
    /// - Parameters:
    ///   - failure: why the run could not continue.
    ///   - style: that of the front end.
    package func document(because failure: Failure, in style: some WordingStyle) -> JSON {
        submission.map { $0.document() } ?? [
            "version": 1, "hash": .string(hash.hex), "status": "pending", "attempts": 0, "state": "new",
            "reason": .string(failure.wording.text(in: style)),
        ]
    }
}
