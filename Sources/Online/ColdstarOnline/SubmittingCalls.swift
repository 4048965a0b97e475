// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import HTTP
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Workspace

extension OnlineClient {
    /// Checks signed transactions as ``submit(_:of:waiting:note:)->[SubmittedTransaction]`` and the network would;
    /// submits nothing.
    ///
    /// - Parameters:
    ///   - signed: signed envelopes, or responses to requests of this journal, in any format; copies of a transaction
    ///     with other signatures count as one. Signatures that came back are recorded.
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any.
    /// - Returns: one result for each transaction.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for what cannot be read, belongs to another
    ///   network, was not requested, or has a signature that is not by the key it names.
    public func check(_ signed: [String], of request: SigningRequest? = nil) throws(ColdstarError) -> [TransactionCheck]
    {
        do throws(Failure) {
            let job = CheckJob(
                .files(try Self.files(signed), request: try requested(request)), network: choice, context: context,
                now: now)
            var (checks, warnings): ([TransactionCheck], [String]) = ([], [])
            try job.run { network throws(Failure) in
                try check(network)
            } noting: { notice in
                warnings.append(Redaction.apply(notice.text.plain))
            } each: { checked in
                switch checked.result {
                case .settled(let settled):
                    checks.append(TransactionCheck(settled, of: checked.hash, warnings: warnings))
                case .checked(let report): checks.append(TransactionCheck(report, warnings: warnings))
                }
            }
            return checks
        } catch { throw ColdstarError(error) }
    }

    /// Submits signed transactions, and follows each until its outcome is certain or the time is over.
    ///
    /// Every signature is checked against the ledger, and every transaction recorded in the journal, before the first
    /// one is sent. The transactions of one account are sent in the order of their sequence numbers.
    /// - Parameters:
    ///   - signed: as for `check(_:of:)`.
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any. Without it, a transaction
    ///     that no one requested is submitted too if its signatures are sufficient.
    ///   - time: how long to wait for the outcome of each transaction, from its turn, in whole seconds.
    ///   - note: gets lines for a person, before and during the submission: for example, that another transaction was
    ///     requested with the same number.
    /// - Returns: one result for each transaction, in the order given. If the time is over first, the
    ///   outcome is ``SubmittedTransaction/Outcome/unknown(_:)``; the call does not throw.
    /// - Throws: as `check(_:of:)`; ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` also for signatures that the
    ///   network would reject, and for two transactions with the same sequence number; and
    ///   ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no server answers and none of the transactions was
    ///   queued or sent, now or earlier: the call can be repeated.
    public func submit(
        _ signed: [String], of request: SigningRequest? = nil, waiting time: Swift.Duration = .seconds(60),
        note: (String) -> Void = { _ in }
    ) throws(ColdstarError) -> [SubmittedTransaction] {
        try submit(signed, of: request, waiting: time) { if case .note(let line) = $0 { note(line) } }
    }

    /// Submits one signed transaction, as ``submit(_:of:waiting:note:)->[SubmittedTransaction]`` does several.
    public func submit(
        _ signed: String, of request: SigningRequest? = nil, waiting time: Swift.Duration = .seconds(60),
        note: (String) -> Void = { _ in }
    ) throws(ColdstarError) -> SubmittedTransaction {
        try submit(one: signed, of: request, waiting: time) { if case .note(let line) = $0 { note(line) } }
    }

    /// Continues with every transaction of the journal whose outcome is unknown, and sends those that are still queued,
    /// except those held back because an earlier transaction of the account failed: submit these again.
    ///
    /// Each is looked up by its hash. The same bytes are sent again if it was not applied and still can be.
    /// - Parameters:
    ///   - time: how long to wait for the outcome of each transaction, from its turn, in whole seconds.
    ///   - note: gets lines for a person, such as how the servers differ.
    /// - Returns: one result for each transaction of the client's network; empty if nothing is pending.
    public func resume(
        waiting time: Swift.Duration = .seconds(60), note: (String) -> Void = { _ in }
    ) throws(ColdstarError) -> [SubmittedTransaction] {
        try resume(waiting: time) { if case .note(let line) = $0 { note(line) } }
    }

    /// What the journal knows about a transaction that was submitted earlier. Uses no server and changes nothing.
    /// It also finds transactions of other networks in the folder.
    ///
    /// - Returns: nil if no transaction with this hash was queued or submitted from this journal.
    public func submitted(_ hash: ColdstarStellar.TransactionHash) throws(ColdstarError) -> SubmittedTransaction? {
        do throws(Failure) {
            guard let store = try context.existingJournal() else { return nil }
            let found: Submission?
            let replacement: TransactionReport.Replacement?
            do {
                (found, replacement) = (
                    try store.submission(hash: hash.value), try store.replacement(of: hash.value)
                )
            } catch { throw Failure(error) }
            return found.map {
                SubmittedTransaction(
                    TransactionReport($0, .known, wasThere: false, replacement: replacement), hash.value)
            }
        } catch { throw ColdstarError(error) }
    }

    /// Puts together the signatures of several machines on a transaction, or on each of several. They are recorded in
    /// the journal, and no server is asked: all signatures are kept, each once.
    ///
    /// - Parameters:
    ///   - signed: signed envelopes, or responses to requests of this journal, in any format.
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any.
    /// - Returns: each transaction once, with all signatures.
    /// - Throws: as `check(_:of:)`; ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` also for more signatures than
    ///   an envelope takes.
    public func merge(
        _ signed: [String], of request: SigningRequest? = nil
    ) throws(ColdstarError) -> [ColdstarStellar.Transaction] {
        do throws(Failure) {
            let job = MergeJob(
                try Self.files(signed), request: try requested(request), needsNetwork: true,
                network: NetworkSelection(network.value), context: context, now: now)
            return try job.run(noting: { _ in }).unions.map { union throws(Failure) in
                ColdstarStellar.Transaction(try union.transaction().envelope)
            }
        } catch { throw ColdstarError(error) }
    }

    // MARK: steps

    func submit(
        _ signed: [String], of request: SigningRequest?, waiting time: Swift.Duration,
        telling tell: (SubmissionProgress) -> Void
    ) throws(ColdstarError) -> [SubmittedTransaction] {
        do throws(Failure) { return try submit(try Self.files(signed), of: request, waiting: time, tell) } catch {
            throw ColdstarError(error)
        }
    }

    func submit(
        one signed: String, of request: SigningRequest?, waiting time: Swift.Duration,
        telling tell: (SubmissionProgress) -> Void
    ) throws(ColdstarError) -> SubmittedTransaction {
        do throws(Failure) {
            let files = try Self.files([signed])
            guard files[0].count == 1 else {
                throw Failure(
                    .usage, "\(files[0].origin): there are \(files[0].count) transactions, but one is expected")
            }
            return try submit(files, of: request, waiting: time, tell)[0]
        } catch { throw ColdstarError(error) }
    }

    func resume(
        waiting time: Swift.Duration, telling tell: (SubmissionProgress) -> Void
    ) throws(ColdstarError) -> [SubmittedTransaction] {
        do throws(Failure) {
            let servers = try submission(waiting: time)
            guard let journal = try context.openExistingJournal() else {
                return []
            }
            let job = try ResumeJob(journal, servers: servers)
            let part = job.plan.parts.first { $0.network == network.value }
            var results = SubmissionResults(part?.transactions ?? [])
            do throws(Failure) {
                _ = try job.run(on: network.value) { results.hear($0, tell) }
            } catch { return try results.all(after: error, in: journal) }
            return try results.all()
        } catch { throw ColdstarError(error) }
    }

    private func requested(_ request: SigningRequest?) throws(Failure) -> TransactionToSubmit? {
        guard let request else { return nil }
        return try TransactionToSubmit(request.value, origin: "the request")
    }

    private static func files(_ signed: [String]) throws(Failure) -> [TransactionLines] {
        var files: [TransactionLines] = []
        for (index, text) in signed.enumerated() {
            let origin = signed.count == 1 ? "the signed transaction" : "signed transaction \(index + 1)"
            files.append(try TransactionLines(Array(text.utf8), origin: origin))
        }
        return files
    }

    private func submit(
        _ files: [TransactionLines], of request: SigningRequest?, waiting time: Swift.Duration,
        _ tell: (SubmissionProgress) -> Void
    ) throws(Failure) -> [SubmittedTransaction] {
        let servers = try submission(waiting: time)
        let journal = try context.journal()
        let job = SubmitJob(
            .files(files, request: try requested(request)), network: choice,
            servers: servers, now: now)
        var results = SubmissionResults()
        do throws(Failure) {
            _ = try job.run { network throws(Failure) in
                try check(network)
            } events: {
                results.hear($0, tell)
            }
        } catch { return try results.all(after: error, in: journal) }
        return try results.all()
    }
}

/// Collects the outcomes of a job in the order of its transactions.
private struct SubmissionResults {
    private var transactions: [PendingTransaction]
    private var results: [SubmittedTransaction] = []
    /// Whether something may have been sent.
    private var isStarted = false
    private var stop: Failure?

    /// - Parameter transactions: empty if they are known only once the job begins.
    init(_ transactions: [PendingTransaction] = []) { self.transactions = transactions }

    /// The outcomes, once the job is done.
    func all() throws(Failure) -> [SubmittedTransaction] {
        if let stop { throw stop }
        return results
    }

    /// The outcomes of a job that an error ended. Once it has begun, something may have been sent, and an error alone
    /// would hide which.
    func all(after error: Failure, in journal: any OnlineJournal) throws(Failure) -> [SubmittedTransaction] {
        guard isStarted else { throw error }
        return results
            + transactions.dropFirst(results.count).map { Self.unfinished($0.hash, in: journal, error) }
    }

    mutating func hear(_ event: SubmissionEvent, _ tell: (SubmissionProgress) -> Void) {
        switch event {
        case .notice(let notice): tell(.note(Redaction.apply(notice.text.plain)))
        case .run(.prepared(let transactions)):
            (isStarted, self.transactions) = (true, transactions)
        case .run(.ended(let report)):
            let ended = SubmittedTransaction(report, transactions[results.count].hash)
            results.append(ended)
            tell(.ended(ended))
        case .run(.remark(let text)): tell(.note(Redaction.apply(TerminalText.escape(text))))
        case .run(.abandoned(let rest, let error)):
            // An error alone would hide that an earlier call may have sent some of them.
            guard rest.count < transactions.count || rest.contains(where: { $0.submission != nil }) else {
                stop = error
                return
            }
            results += rest.map { SubmittedTransaction($0.hash, $0.submission, stoppedBy: error) }
        case .run(.fault(let failure)): tell(.note(ColdstarError(failure).message))
        case .fetching, .run(.started), .run(.progress), .run(.finished): break
        }
    }

    /// A transaction whose submission a failure of this machine ended, as far as the journal still tells.
    private static func unfinished(
        _ hash: Stellar.TransactionHash, in journal: any OnlineJournal, _ failure: Failure
    ) -> SubmittedTransaction {
        do throws(JournalError) {
            return SubmittedTransaction(hash, try journal.submission(hash: hash), stoppedBy: failure)
        } catch { return SubmittedTransaction(hash, .unknown(ColdstarError(failure)), attempts: 0) }
    }
}
