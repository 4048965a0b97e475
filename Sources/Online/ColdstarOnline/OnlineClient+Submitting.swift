// SPDX-License-Identifier: Apache-2.0

import AddressBook
public import ColdstarStellar
import CurlHTTP
import Faults
import Handoff
import Horizon
import Journal
import Preflight
import Stellar
import StellarXDR
import Submitter
import TextCodec

extension OnlineClient {
    /// Checks signed transactions as ``submit(_:of:waiting:note:)->[SubmittedTransaction]`` and the network would; submits nothing.
    ///
    /// - Parameters:
    ///   - signed: signed envelopes, or responses to requests of this journal, in any format; copies of a transaction with other
    ///     signatures count as one. Signatures that came back are recorded.
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any.
    /// - Returns: one result for each transaction.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for what cannot be read, belongs to another network, was not
    ///   requested, or has a signature that is not by the key it names.
    public func check(_ signed: [String], of request: SigningRequest? = nil) throws(ColdstarError) -> [TransactionCheck]
    {
        do throws(Failure) {
            let journal = try context.journal()
            let requested = try requested(request)
            var batch = try SignedBatch(
                try Self.files(signed), request: requested, journal: journal, network: network.value)
            let inputs = try batch.inputs()
            try check(try inputs.network(choice))
            let unions = try SignatureUnion.grouped(inputs, on: network.value)
            let envelopes = unions.map(\.bare)
            try context.checkCodes(of: envelopes, on: network.value, journal)
            let view = try context.networkLedger(of: network.value, for: envelopes)
            let check = try SubmissionCheck(unions, on: network.value, in: view, now: now)
            let unrecorded = journal.record(signaturesOf: check.transactions.map(\.envelope), on: network.value)
            let warnings = unrecorded.map { ["the journal could not note the signatures: \($0.message)"] } ?? []
            var checks: [TransactionCheck] = []
            for (index, transaction) in check.transactions.enumerated() {
                switch try check.result(at: index, request: requested, in: journal) {
                case .settled(let settled):
                    checks.append(TransactionCheck(settled, of: transaction.hash, warnings: warnings))
                case .checked(let report): checks.append(TransactionCheck(report, warnings: warnings))
                }
            }
            return checks
        } catch { throw ColdstarError(error) }
    }

    /// Submits signed transactions, and follows each until its outcome is certain or the time is over.
    ///
    /// Every signature is checked against the ledger, and every transaction recorded in the journal, before the first one is sent. The
    /// transactions of one account are sent in the order of their sequence numbers.
    /// - Parameters:
    ///   - signed: as for ``check(_:of:)``.
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any. Without it, a transaction that no one
    ///     requested is submitted too if its signatures are sufficient.
    ///   - time: how long to wait for the outcome of each transaction, from its turn, in whole seconds.
    ///   - note: gets lines for a person, before and during the submission: for example, that another transaction was requested with
    ///     the same number.
    /// - Returns: one result for each transaction, in the order given. If the time is over first, the
    ///   outcome is ``SubmittedTransaction/Outcome/unknown(_:)``; the call does not throw.
    /// - Throws: as ``check(_:of:)``; ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` also for signatures that the network would
    ///   reject, and for two transactions with the same sequence number; and ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no
    ///   server answers and none of the transactions was queued or sent, now or earlier: the call can be repeated.
    public func submit(
        _ signed: [String], of request: SigningRequest? = nil, waiting time: Swift.Duration = .seconds(60),
        note: (String) -> Void = { _ in }
    ) throws(ColdstarError) -> [SubmittedTransaction] {
        do throws(Failure) { return try submit(try Self.files(signed), of: request, waiting: time, note) } catch {
            throw ColdstarError(error)
        }
    }

    /// Submits one signed transaction, as ``submit(_:of:waiting:note:)->[SubmittedTransaction]`` does several.
    public func submit(
        _ signed: String, of request: SigningRequest? = nil, waiting time: Swift.Duration = .seconds(60),
        note: (String) -> Void = { _ in }
    ) throws(ColdstarError) -> SubmittedTransaction {
        do throws(Failure) {
            let files = try Self.files([signed])
            guard files[0].count == 1 else {
                throw Failure(
                    .usage, "\(files[0].origin): there are \(files[0].count) transactions, but one is expected")
            }
            return try submit(files, of: request, waiting: time, note)[0]
        } catch { throw ColdstarError(error) }
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
        do throws(Failure) {
            let settings = try Self.settings(time)
            guard let journal = try OnlineJournal.opening(folder: try context.folder.get(), clock: context.clock) else {
                return []
            }
            let plan = try ResumePlan(journal)
            if plan.held > 0 {
                note("\(plan.held) held back, because an earlier transaction of the account failed: submit them again")
            }
            guard let part = plan.parts.first(where: { $0.network == network.value }) else { return [] }
            return try follow(part.transactions, settings, in: journal, note)
        } catch { throw ColdstarError(error) }
    }

    /// What the journal knows about a transaction that was submitted earlier. Uses no server and changes nothing.
    /// It also finds transactions of other networks in the folder.
    ///
    /// - Returns: nil if no transaction with this hash was queued or submitted from this journal.
    public func submitted(_ hash: ColdstarStellar.TransactionHash) throws(ColdstarError) -> SubmittedTransaction? {
        do throws(Failure) {
            guard let store = try context.existingJournal() else { return nil }
            let found: Submission?
            do { found = try store.submission(hash: hash.value) } catch { throw Failure(error) }
            return found.map { SubmittedTransaction(TransactionReport($0, .known, wasThere: false), hash.value) }
        } catch { throw ColdstarError(error) }
    }

    // MARK: steps

    private func requested(_ request: SigningRequest?) throws(Failure) -> RequestedTransaction? {
        guard let request else { return nil }
        return try RequestedTransaction(request.value, origin: "the request")
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
        _ files: [TransactionLines], of request: SigningRequest?, waiting time: Swift.Duration, _ note: (String) -> Void
    ) throws(Failure) -> [SubmittedTransaction] {
        let settings = try Self.settings(time)
        let journal = try context.journal()
        var batch = try SignedBatch(
            files, request: try requested(request), journal: journal, network: network.value)
        let plan = try SendPlan(&batch, choice)
        try check(plan.network)
        let warnings = request == nil ? try plan.warnings(about: batch, in: journal) : []
        for text in warnings + plan.notes(now: context.clock()) { note(Redaction.apply(text.plain)) }
        try context.checkCodes(
            of: plan.items.map { item throws(Failure) in try plan.envelope(of: item, in: batch) }, on: network.value,
            journal)
        return try follow(plan.transactions, settings, in: journal.store, note) { view, http throws(Failure) in
            try plan.checkSignatures(of: batch, in: &view, over: http, parallel: settings.parallel)
            try plan.queue(batch, in: journal)
        }
    }

    private static func settings(_ time: Swift.Duration) throws(Failure) -> Submitter.Settings {
        guard let seconds = UInt32(exactly: time.components.seconds) else {
            throw Failure(.usage, "the time to wait is out of range: 0 to \(UInt32.max) seconds")
        }
        return Submitter.Settings(wait: UInt64(seconds))
    }

    /// Runs a submitter until all transactions have ended.
    ///
    /// - Parameter prepare: checks and queues the transactions: they are in the journal when it returns.
    private func follow(
        _ transactions: [PendingTransaction], _ settings: Submitter.Settings, in journal: SQLiteJournal,
        _ note: (String) -> Void,
        prepare: (inout NetworkLedger, any HTTPMultiplexer) throws(Failure) -> Void = { _, _ in }
    ) throws(Failure) -> [SubmittedTransaction] {
        var run = SubmissionRun(journal)
        var results: [SubmittedTransaction] = []
        var submitter: Submitter?
        var stop: Failure?
        do throws(Failure) {
            try run.run(transactions) { () throws(Failure) in
                let servers = try context.horizon()
                let http = try servers.multiplexer(parallel: settings.parallel)
                let budget = RetryBudget(SystemMonotonicClock(), seconds: settings.wait) { _ in }
                var view = try context.networkLedger(of: network.value, waiting: budget)
                for remark in view.remarks { note(Redaction.apply(remark)) }
                if let version = view.protocolVersion,
                    let warning = context.protocolWarning(version, of: network.value)
                {
                    note(warning)
                }
                try prepare(&view, http)
                let made = Submitter(transactions, on: view, http: http, journal: journal, settings: settings)
                submitter = made
                return made
            } _: { event in
                switch event {
                case .ended(let report):
                    results.append(SubmittedTransaction(report, transactions[results.count].hash))
                case .remark(let text): note(Redaction.apply(TerminalText.escape(text)))
                case .abandoned(let rest, let error):
                    // An error alone would hide that an earlier call may have sent some of them.
                    guard rest.count < transactions.count || rest.contains(where: { $0.submission != nil }) else {
                        stop = error
                        return
                    }
                    results += rest.map { SubmittedTransaction($0.hash, $0.submission, stoppedBy: error) }
                case .started, .progress, .finished: break
                }
            }
        } catch {
            // Once there is a submitter, something may have been sent: an error alone would hide which.
            guard submitter != nil else { throw error }
            results += transactions.dropFirst(results.count).map { Self.unfinished($0.hash, in: journal, error) }
            return results
        }
        if let stop { throw stop }
        if let fault = submitter?.fault { note(ColdstarError(fault).message) }
        return results
    }

    /// A transaction whose submission a failure of this machine ended, as far as the journal still tells.
    private static func unfinished(
        _ hash: Stellar.TransactionHash, in journal: SQLiteJournal, _ failure: Failure
    ) -> SubmittedTransaction {
        do throws(JournalError) {
            return SubmittedTransaction(hash, try journal.submission(hash: hash), stoppedBy: failure)
        } catch { return SubmittedTransaction(hash, .unknown(ColdstarError(failure)), attempts: 0) }
    }
}
