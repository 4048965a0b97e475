// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
import Handoff
package import Journal
package import LedgerAPI
package import Stellar
import StellarXDR
import Workspace

/// Submits the journal's signed transactions until each is applied, or certain not to be.
///
/// `Schedule` makes all decisions; this class carries them out with the journal, the claims, the requests and the
/// clock. The journal records an attempt before its first byte is sent, and an outcome before anything follows from it.
package final class Submitter {
    package struct Settings: Hashable, Sendable {
        /// Of a user who says nothing else.
        package static let usualWait: UInt64 = 60
        package static let usualParallel = 32

        /// Seconds to wait for the outcome of one transaction, from its start.
        package var wait: UInt64
        /// The maximum number of concurrent requests.
        package var parallel: Int
        /// Whether to submit to `/transactions_async`. With nil, it is used when there are more source accounts than
        /// concurrent requests, because each request to `/transactions` would wait for a ledger.
        package var queue: Bool?

        /// Whether queues continue after transactions that failed in a ledger before.
        package var passesFailures: Bool

        package init(
            wait: UInt64 = Settings.usualWait, parallel: Int = Settings.usualParallel, queue: Bool? = nil,
            passesFailures: Bool = false
        ) {
            self.passesFailures = passesFailures
            self.wait = wait
            self.parallel = parallel
            self.queue = queue
        }
    }

    /// The result of one transaction in this run, in addition to its journal record.
    package enum Ending: Hashable {
        case known
        /// Not submitted, because the transaction with that hash, an earlier one of the same account, failed.
        case blocked(by: TransactionHash)
        /// Not submitted yet, because the outcome of the transaction with that hash is unknown.
        case waiting(for: TransactionHash)
    }

    private let servers: [any LedgerServer]
    private let http: any HTTPMultiplexer
    private let journal: any RequestJournal
    private let clock: any MonotonicClock
    private let settings: Settings
    private let isCancelled: @Sendable () -> Bool
    private var schedule: Schedule
    private var claims: [Int: SubmissionClaim] = [:]
    /// The hashes of transactions of unknown outcome.
    private var doubtful: Set<TransactionHash> = []
    /// The requests in progress by ticket, the transaction's number in the schedule.
    private var asked: [Int: Asked] = [:]
    /// The id of the next request to a server whose API has ids.
    private var nextID: UInt64 = 1

    private enum Asked {
        case query(id: Int, server: Int, ServerQuery)
        case posting(id: Int, ServerPosting)
    }

    /// - Parameters:
    ///   - servers: the preferred one first. If some are Stellar RPC, nothing is submitted to Horizon.
    ///   - isCancelled: asked before each step; nothing is sent once it is true.
    ///   - ledgerTime: the close time of the latest ledger, if known.
    ///   - lastSequence: the last used number of a transaction's account, if this run has seen it.
    package init(
        _ transactions: [PendingTransaction], servers: [any LedgerServer], http: any HTTPMultiplexer,
        journal: any RequestJournal, clock: any MonotonicClock, settings: Settings,
        isCancelled: @escaping @Sendable () -> Bool = { false }, ledgerTime: Int64? = nil,
        lastSequence: (PendingTransaction) -> Int64? = { _ in nil }
    ) {
        self.servers = servers
        self.http = http
        self.journal = journal
        self.clock = clock
        self.settings = settings
        self.isCancelled = isCancelled
        let accounts = Set(transactions.map(\.source)).count
        var pool = ServerPool(servers, queue: settings.queue ?? (accounts > settings.parallel))
        pool.ledgerTime = ledgerTime
        schedule = Schedule(
            transactions, pool, wait: settings.wait, parallel: settings.parallel,
            passesFailures: settings.passesFailures, lastSequence: lastSequence)
    }

    package var counts: SubmitCounts {
        var counts = schedule.counts
        counts.open = doubtful.count
        return counts
    }

    /// Runs until every transaction has ended, or the run is cancelled.
    ///
    /// - Parameters:
    ///   - doubtful: the hashes that have an unknown outcome in the journal before this run.
    ///   - ended: called once for each transaction, with its index among the transactions and its record.
    ///   - remark: called with messages for the user about the servers.
    ///   - tick: called periodically with the current counts.
    package func run(
        doubtful: Set<TransactionHash> = [],
        ended: (Int, Submission, Ending) throws(JournalError) -> Void, remark: (String) -> Void = { _ in },
        tick: (SubmitCounts) -> Void = { _ in }
    ) throws(JournalError) {
        self.doubtful = doubtful
        while !schedule.isDone {
            // What was begun is in the journal, so that a later run continues.
            guard !isCancelled() else { return try recordAnswers() }
            let turn = schedule.turn(now: clock.seconds, time: clock.time)
            for id in turn.claims { try claim(id) }
            try carryOut(turn, tick)
            for words in schedule.takeRemarks() { remark(words) }
            for (id, ending) in schedule.takeEndings() {
                claims[id] = nil
                // A fee bump of it may have settled it in the meantime.
                let known = try submission(id)
                note(known)
                try ended(id, known, described(ending))
            }
            tick(counts)
            if turn.claims.isEmpty, turn.steps.isEmpty, !schedule.isDone { pause(until: turn.wake) }
        }
    }

    /// Why nothing can be submitted any more; nil while a server is left.
    package var fault: ServerFault? { schedule.pool.fault }

    // MARK: carrying out

    /// Records what the answers say that are here already, and begins nothing.
    private func recordAnswers() throws(JournalError) {
        while case let answers = http.answers(within: .zero), !answers.isEmpty { answers.forEach(take) }
        let steps = schedule.turn(now: clock.seconds, time: clock.time).steps.filter { step in
            switch step {
            case .outcome, .hold: true
            case .attempt: false
            }
        }
        if !steps.isEmpty { _ = try journal.perform(steps) }
    }

    private func claim(_ id: Int) throws(JournalError) {
        let hash = schedule.transaction(id).hash
        let claim = try journal.claim(hash: hash)
        // Read under the claim, because the program that held it before may have recorded more.
        let known = try submission(id)
        note(known)
        if let claim {
            claims[id] = claim
            var transaction = schedule.transaction(id)
            transaction.readBound(of: known.transaction)
            transaction.numberUser = try numberUser(of: known.transaction)
            transaction.builtAt = try builtAt(transaction)
            schedule.claimed(id, transaction, known, now: clock.seconds)
        } else {
            schedule.taken(id, known, now: clock.seconds)
        }
    }

    private func carryOut(_ turn: Schedule.Turn, _ tick: (SubmitCounts) -> Void) throws(JournalError) {
        var known: [TransactionHash: Submission] = [:]
        if !turn.steps.isEmpty {
            let submissions = try journal.perform(turn.steps)
            for (step, submission) in zip(turn.steps, submissions) {
                known[step.hash] = submission
                note(submission)
            }
            schedule.written(submissions)
        }
        // From here on, an interruption must report them as having an unknown outcome.
        tick(counts)
        for request in turn.requests { begin(request, known) }
    }

    private func note(_ known: Submission) {
        let hash = known.transaction.hash
        if known.state == .sent || known.state == .pending { doubtful.insert(hash) } else { doubtful.remove(hash) }
    }

    private func begin(_ request: Schedule.Request, _ known: [TransactionHash: Submission]) {
        nextID += 1
        switch request {
        case .ask(let id, let server, let fact):
            let query = servers[server].query(fact, about: schedule.transaction(id), id: nextID)
            asked[id] = .query(id: id, server: server, query)
            http.begin(query.request, ticket: id)
        case .post(let id, let server, let endpoint):
            let hash = schedule.transaction(id).hash
            guard let submission = known[hash] else { preconditionFailure("a post is written down first") }
            guard submission.state == .sent else { return }
            let posting = servers[server].posting(
                of: submission.transaction.envelope, hash: hash, to: endpoint, id: nextID)
            asked[id] = .posting(id: id, posting)
            http.begin(posting.request, ticket: id)
        }
    }

    /// Waits for responses, or until that second.
    private func pause(until wake: UInt64?) {
        let now = clock.seconds
        guard !asked.isEmpty else {
            if let wake, wake > now { clock.sleep(wake - now) }
            return
        }
        let seconds = wake.map { $0 > now ? min(1, $0 - now) : 0 } ?? 1
        for answer in http.answers(within: .seconds(Int64(seconds))) { take(answer) }
    }

    private func take(_ answer: HTTPAnswer) {
        let now = clock.seconds
        switch asked.removeValue(forKey: answer.ticket) {
        case .query(let id, let server, let query)?:
            schedule.answered(id, server: server, query.read(answer.result), now: now)
        case .posting(let id, let posting)?: schedule.posted(id, posting.read(answer.result), now: now)
        case nil: break
        }
    }

    // MARK: the journal

    /// The transaction that the journal has seen in a ledger with the sequence number of this one, if it is another: a
    /// fee bump and its inner transaction count as one.
    private func numberUser(of known: SignedTransaction) throws(JournalError) -> TransactionHash? {
        let holder = try journal.holder(of: known.sequence, source: known.source, network: known.network)
        guard let holder, holder.transaction.innermost != known.innermost else { return nil }
        return holder.place
    }

    /// The ledger that the request of a transaction names, if the transaction ends with a ledger.
    private func builtAt(_ transaction: PendingTransaction) throws(JournalError) -> LedgerMark? {
        guard transaction.maxLedger != nil else { return nil }
        for hash in [transaction.hash, transaction.innerHash].compactMap(\.self) {
            guard let request = try journal.request(hash: hash), let document = try? request.parsed(),
                let ledger = document.hinted.ledger
            else { continue }
            return LedgerMark(ledger: Int64(ledger), time: request.created)
        }
        return nil
    }

    private func submission(_ id: Int) throws(JournalError) -> Submission {
        let hash = schedule.transaction(id).hash
        guard let found = try journal.submission(hash: hash) else { throw .unknownHash(hash) }
        return found
    }

    private func described(_ ending: Schedule.Ending) -> Ending {
        switch ending {
        case .known: .known
        case .blocked(let earlier): .blocked(by: schedule.transaction(earlier).hash)
        case .waiting(let earlier): .waiting(for: schedule.transaction(earlier).hash)
        }
    }
}

extension SignedTransaction {
    /// The hash of the transaction, or of a fee bump's inner transaction.
    fileprivate var innermost: TransactionHash { innerHash ?? hash }
}

/// The progress of a run.
package struct SubmitCounts: Hashable, Sendable {
    package var total = 0
    /// Submitted for the first time.
    package var sent = 0
    package var included = 0
    /// Failed or expired.
    package var failed = 0
    /// Not submitted, because one before them failed.
    package var held = 0
    /// Transactions of unknown outcome at the end of their turn, and those waiting for them.
    package var pending = 0

    /// Transactions that would have an unknown outcome if the program ended now.
    package var open = 0

    package var ended: Int { included + failed + held + pending }
}

extension Submitter.Settings {
    private static let parallelRange = 1...256

    /// The settings that a user wrote.
    ///
    /// - Parameters:
    ///   - wait: seconds.
    ///   - parallel: a number of requests.
    /// - Throws: `.usage` for a text that is not such a number, or above the maximum.
    package init(wait: String, parallel: String, queue: Bool?) throws(Failure) {
        guard let parallel = Int(parallel), Self.parallelRange.contains(parallel) else {
            let (first, last) = (Self.parallelRange.lowerBound, Self.parallelRange.upperBound)
            throw Failure(.usage, .parallel, "must be a number from \(first) to \(last)")
        }
        guard let wait = UInt32(wait) else {
            throw Failure(.usage, .wait, "must be a number of seconds, at most \(UInt32.max)")
        }
        self.init(wait: UInt64(wait), parallel: parallel, queue: queue)
    }
}

// MARK: The servers of a run

/// The servers of one run in order of preference, and which of them can be used.
struct ServerPool: Hashable {
    struct Server: Hashable {
        /// Host and port, shown to the user.
        let name: String
        /// The second before which it is not used.
        var restsUntil: UInt64 = 0
        /// Why it is no longer used at all.
        var isOut: ServerFault?
        /// Its message when it would not accept transactions; it is still queried.
        var disabled: String?
        /// Whether to submit to an endpoint that answers at once; false once the server has said that it has none.
        var mayHaveQueue: Bool
        /// Whether transactions are submitted to it; otherwise it is only asked.
        var submits = true
        /// Whether the answer to a lookup names the ledgers in which it looked.
        var namesLedgers = false
    }

    private(set) var servers: [Server]
    /// The close time of the latest ledger that a server reported, in seconds since 1970.
    var ledgerTime: Int64?
    /// This machine's clock, in seconds since 1970.
    var machineTime: Int64 = 0

    /// - Parameter queue: whether to prefer `/transactions_async`, where it exists.
    init(names: [String], queue: Bool) {
        servers = names.map { Server(name: $0, mayHaveQueue: queue) }
    }

    /// - Parameter queue: whether to prefer Horizon's `/transactions_async`, where it exists.
    init(_ servers: [any LedgerServer], queue: Bool) {
        self.servers = servers.map { server in
            Server(
                name: server.base.authority, mayHaveQueue: server.answersAtOnce || queue, submits: !server.isWitness,
                namesLedgers: server.namesLedgers)
        }
    }

    /// Whether transactions are submitted to a single server.
    var isSingle: Bool { servers.count(where: \.submits) == 1 }
    func name(_ server: Int) -> String { servers[server].name }

    func canBeAsked(_ server: Int, at now: UInt64) -> Bool {
        servers[server].isOut == nil && servers[server].restsUntil <= now
    }

    /// The second at which one of the candidates can be used; nil when none ever can.
    func earliest(of candidates: some Sequence<Int>) -> UInt64? {
        candidates.filter { servers[$0].isOut == nil }.map { servers[$0].restsUntil }.min()
    }

    /// Pauses a server that did not respond, or that asked for a delay in seconds. The clock has whole seconds: the one
    /// that is running counts as over.
    mutating func rest(_ server: Int, seconds: UInt64?, now: UInt64) {
        servers[server].restsUntil = max(servers[server].restsUntil, now + (seconds.map { $0 + 1 } ?? Self.pause))
    }

    mutating func dismiss(_ server: Int, _ fault: ServerFault) { servers[server].isOut = fault }

    mutating func close(_ server: Int, _ words: String) { servers[server].disabled = words }

    mutating func hasNoQueue(_ server: Int) { servers[server].mayHaveQueue = false }

    /// Why nothing can be submitted any more; nil while a server is left.
    var fault: ServerFault? {
        let servers = servers.filter(\.submits)
        let faults = servers.compactMap { server in server.isOut ?? server.disabled.map { .submissionDisabled($0) } }
        return faults.count == servers.count ? faults.first : nil
    }

    /// The pause in seconds after a request without a response.
    private static let pause: UInt64 = 2
}

/// Why a server is not used for the rest of a run.
package enum ServerFault: Hashable, Sendable {
    /// It does not respond as Horizon does.
    case notAServer(status: Int)
    /// It accepts no transactions, or none from this client; with its message.
    case submissionDisabled(String)
    /// The connection cannot be trusted or made, for a reason that does not go away by waiting.
    case unusable(String)
}

extension ServerFault: Fault {
    package var kind: FaultKind {
        switch self {
        case .notAServer, .unusable: .protocolBroken
        case .submissionDisabled: .unreachable
        }
    }

    package var message: String {
        switch self {
        case .notAServer(let status): "the server answered with status \(status), not as a Horizon does"
        case .submissionDisabled(let reason), .unusable(let reason): reason
        }
    }

    package var hint: Wording? {
        switch self {
        case .notAServer: "is this the URL of a Horizon server?"
        case .submissionDisabled:
            "nothing was sent; another server may take it (\(field: .horizonURL), \(field: .rpcURL))"
        case .unusable: nil
        }
    }
}
