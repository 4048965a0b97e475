// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
package import Handoff
package import Journal
import LedgerAPI
package import Stellar
import StellarXDR
package import Workspace

/// Submits signed transactions, from the files to certain outcomes.
///
/// It reads them, checks their network, their contracts' code and their signatures against the ledger, leaves out
/// signatures that no account needs, records all of them in the journal, all or none, and then submits each account's
/// in the order of their numbers.
package struct SubmitJob {
    private let given: SignedTransactions
    private let network: NetworkSelection
    private let servers: SubmissionServers
    private let now: Timestamp

    /// - Parameter network: for transactions that name none.
    package init(
        _ given: SignedTransactions, network: NetworkSelection, servers: SubmissionServers, now: Timestamp
    ) {
        self.now = now
        self.given = given
        self.network = network
        self.servers = servers
    }

    /// Submits the transactions until all have ended, or the time is over.
    ///
    /// - Parameter accepts: checks the network before any server is asked.
    /// - Returns: the most severe failure; nil if every transaction was applied.
    /// - Throws: for transactions that must not be submitted, and if the journal fails; if nothing was started, nothing
    ///   was sent.
    package func run(
        accepts: (Network) throws(Failure) -> Void = { _ in }, events: (SubmissionEvent) -> Void
    ) throws(Failure) -> Failure? {
        let (context, settings) = (servers.context, servers.settings)
        let journal = try context.journal()
        // What names no network is a response, to a request of any network, or an envelope.
        let usual = try network.given()
        var batch = try given.batch(journal, usual)
        var plan = try SendPlan(&batch, network)
        try accepts(plan.network)
        if given.request == nil {
            for text in try plan.warnings(about: batch, in: journal) { events(.notice(.plain(.otherRequested, text))) }
        }
        for text in plan.notes(now: Int64(clamping: now.seconds)) { events(.notice(.plain(.queues, text))) }
        // Payments need no pins: a damaged file of them must not stop one.
        let calls = plan.items.filter(\.callsContract)
        try plan.checkEntries(of: calls, in: batch, journal)
        if !calls.isEmpty, var check = try context.codeCheck(on: plan.network, journal) {
            for item in calls {
                try check.check(try plan.first(of: item, in: batch), request: batch.journaled(at: item.place))
            }
        }
        var run = SubmissionRun(journal)
        let transactions = plan.transactions
        let candidates = transactions.map { SendCandidate($0) }
        try PaidWithdrawals(journal).check(candidates)
        let replaced = ReplacedTransactions(journal, now: now)
        try replaced.check(candidates)
        try run.run(transactions) { () throws(Failure) in
            do throws(Failure) {
                let http = try context.horizon().multiplexer(parallel: settings.parallel)
                var view = try servers.ledger(of: plan.network, noting: { events(.notice($0)) })
                try replaced.check(candidates, on: &view)
                if !calls.isEmpty {
                    let latest = UInt32(clamping: try view.ledger().sequence)
                    try plan.checkEntries(of: calls, in: batch, journal, latest: latest)
                }
                try plan.settleSignatures(
                    of: batch, in: &view, over: http, parallel: settings.parallel, journal: journal
                ) { events($0) }
                try plan.queue(batch, in: journal)
                return Submitter(transactions, on: view, http: http, journal: journal, servers: servers)
            } catch {
                // What was not queued is still signed: it must not count as a draft.
                let seen = (try? plan.verified(in: batch, journal)) ?? []
                if let fault = journal.record(checked: seen) { events(.notice(.unrecorded(fault))) }
                throw error
            }
        } _: { event in
            events(.run(event))
        }
        for notice in try rest(of: transactions, in: journal) { events(.notice(notice)) }
        return run.failure
    }

    private static let mostLookedAt = 1000

    /// Which batches of these transactions have others that are still to be applied: a file may have lost some on its
    /// way.
    private func rest(
        of transactions: [PendingTransaction], in journal: any OnlineJournal
    ) throws(Failure) -> [Notice] {
        var seen: Set<String> = []
        var notices: [Notice] = []
        // A batch is read as a whole, which would take long for very many.
        guard transactions.count <= Self.mostLookedAt else { return [] }
        for transaction in transactions {
            let request: RecordedRequest?
            do { request = try journal.request(hash: transaction.hash) } catch { throw Failure(error) }
            guard let batch = request?.batch, seen.insert(batch.id).inserted,
                let status = try BatchStatus(batch.id, in: journal, now: Int64(clamping: now.seconds)),
                status.entries.contains(where: { $0.stage < .settled })
            else { continue }
            let text: Wording = "batch \(TerminalText.escape(status.name)): \(status.summary)"
            notices.append(Notice.note(.restOfBatch, text))
        }
        return notices
    }
}

/// Continues with the transactions of the journal whose outcome is unknown, and sends those that are still queued.
///
/// Each is looked up by its hash; the same bytes are sent again if it was not applied and still can be.
package struct ResumeJob {
    package let plan: ResumePlan
    /// How many transactions are named one by one.
    private static let mostNamed = 3
    private let journal: any OnlineJournal
    private let servers: SubmissionServers

    package init(_ journal: any OnlineJournal, servers: SubmissionServers) throws(Failure) {
        plan = try ResumePlan(journal)
        self.journal = journal
        self.servers = servers
    }

    /// Continues with the transactions of one network, or of all: after a failure of the servers, those of another
    /// network may still be reachable.
    ///
    /// - Parameters:
    ///   - network: nil for all.
    ///   - events: told first how many transactions are held back after a failure, which only `send`
    ///     submits, and whether anything is pending at all.
    /// - Returns: the most severe failure; nil if every transaction was applied.
    /// - Throws: if the journal fails.
    package func run(on network: Network?, events: (SubmissionEvent) -> Void) throws(Failure) -> Failure? {
        if plan.parts.isEmpty { events(.notice(.plain(.nothingPending, "no pending transactions"))) }
        let held: [Submission]
        do { held = try journal.held(network: network) } catch { throw Failure(error) }
        if !held.isEmpty {
            let named = held.suffix(Self.mostNamed).reversed().map(\.transaction.hash.hex).joined(separator: ", ")
            let more = held.count > Self.mostNamed ? " and \(held.count - Self.mostNamed) more" : ""
            let text: Wording =
                "\(held.count) held back after a failure: to submit them, pass them to \(step: .submit(.send)): \(named)\(more)"
            events(.notice(.plain(.heldBack, text)))
        }
        var run = SubmissionRun(journal)
        for part in plan.parts where network == nil || network == part.network {
            try run.run(part.transactions) { () throws(Failure) in
                let view = try servers.ledger(of: part.network, noting: { events(.notice($0)) })
                let http = try servers.context.horizon().multiplexer(parallel: servers.settings.parallel)
                return Submitter(part.transactions, on: view, http: http, journal: journal, servers: servers)
            } _: { event in
                events(.run(event))
            }
        }
        return run.failure
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

/// What happens while transactions are submitted.
package enum SubmissionEvent {
    /// What the user should read.
    case notice(Notice)
    /// How many accounts have been fetched.
    case fetching(done: Int, of: Int)
    case run(SubmissionRun.Event)
}

/// The servers that transactions are submitted to, and how.
package struct SubmissionServers: Sendable {
    package let context: OnlineContext
    package let settings: Submitter.Settings
    let clock: any MonotonicClock
    let isCancelled: @Sendable () -> Bool
    /// Told the seconds of each pause for servers that take no requests.
    private let waits: @Sendable (UInt64) -> Void

    /// - Parameter isCancelled: asked before each step; nothing is sent once it is true.
    package init(
        _ context: OnlineContext, _ settings: Submitter.Settings, clock: any MonotonicClock = SystemMonotonicClock(),
        waits: @escaping @Sendable (UInt64) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.context = context.forOneJob
        self.settings = settings
        self.clock = clock
        self.isCancelled = isCancelled
        self.waits = waits
    }

    /// The ledger, once the servers were found to belong to the network.
    func ledger(of network: Network, noting note: (Notice) -> Void) throws(Failure) -> AnyLedger {
        let budget = RetryBudget(clock, seconds: settings.wait, isCancelled: isCancelled, willWait: waits)
        let ledger = try context.networkLedger(of: network, waiting: budget)
        for notice in context.notices(about: ledger) { note(notice) }
        return ledger
    }
}

extension Submitter {
    /// A submitter on the servers of a view, which starts from what the view has seen of the ledger.
    fileprivate convenience init(
        _ transactions: [PendingTransaction], on view: AnyLedger, http: any HTTPMultiplexer,
        journal: any RequestJournal, servers: SubmissionServers
    ) {
        self.init(
            transactions, servers: view.servers, http: http, journal: journal, clock: servers.clock,
            settings: servers.settings, isCancelled: servers.isCancelled, ledgerTime: view.ledgerTime
        ) { view.seen($0.source)?.sequence }
    }
}
