// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import Horizon
package import Journal
package import Stellar
import StellarXDR

/// Submits the journal's signed transactions until each is applied, or certain not to be.
///
/// `Schedule` makes all decisions; this class carries them out with the journal, the claims, the requests and the
/// clock. The journal records an attempt before its first byte is sent, and an outcome before anything follows from it.
package final class Submitter {
    package struct Settings: Hashable, Sendable {
        /// Seconds to wait for the outcome of one transaction, from its start.
        package var wait: UInt64
        /// The maximum number of concurrent requests.
        package var parallel: Int
        /// Whether to submit to `/transactions_async`. With nil, it is used when there are more source accounts than
        /// concurrent requests, because each request to `/transactions` would wait for a ledger.
        package var queue: Bool?

        /// Whether queues continue after transactions that failed in a ledger before.
        package var passesFailures: Bool

        package init(wait: UInt64, parallel: Int = 32, queue: Bool? = nil, passesFailures: Bool = false) {
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

    private let bases: [HTTPURL]
    private let http: any HTTPMultiplexer
    private let journal: any RequestJournal
    private let clock: any MonotonicClock
    private let settings: Settings
    private var schedule: Schedule
    private var claims: [Int: SubmissionClaim] = [:]
    /// The hashes of transactions of unknown outcome.
    private var doubtful: Set<TransactionHash> = []
    /// The requests in progress by ticket, the transaction's number in the schedule.
    private var asked: [Int: (request: Schedule.Request, posting: Posting?)] = [:]

    /// - Parameters:
    ///   - bases: the servers' base URLs, the preferred one first.
    ///   - ledgerTime: the close time of the latest ledger, if known.
    ///   - lastSequence: the last used number of a transaction's account, if this run has seen it.
    package init(
        _ transactions: [PendingTransaction], bases: [HTTPURL], http: any HTTPMultiplexer, journal: any RequestJournal,
        clock: any MonotonicClock, settings: Settings, ledgerTime: Int64? = nil,
        lastSequence: (PendingTransaction) -> Int64? = { _ in nil }
    ) {
        self.bases = bases
        self.http = http
        self.journal = journal
        self.clock = clock
        self.settings = settings
        let accounts = Set(transactions.map(\.source)).count
        var pool = ServerPool(
            names: bases.map(\.authority), queue: settings.queue ?? (accounts > settings.parallel))
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

    /// Runs until every transaction has ended.
    ///
    /// - Parameters:
    ///   - doubtful: the hashes that have an unknown outcome in the journal before this run.
    ///   - ended: called once for each transaction, with its index among the transactions.
    ///   - remark: called with messages for the user about the servers.
    ///   - tick: called periodically with the current counts.
    package func run(
        doubtful: Set<TransactionHash> = [],
        ended: (Int, Ending) throws(JournalError) -> Void, remark: (String) -> Void = { _ in },
        tick: (SubmitCounts) -> Void = { _ in }
    ) throws(JournalError) {
        self.doubtful = doubtful
        while !schedule.isDone {
            let turn = schedule.turn(now: clock.seconds)
            for id in turn.claims { try claim(id) }
            try carryOut(turn, tick)
            for words in schedule.takeRemarks() { remark(words) }
            for (id, ending) in schedule.takeEndings() {
                claims[id] = nil
                // A fee bump of it may have settled it in the meantime.
                note(try submission(id))
                try ended(id, described(ending))
            }
            tick(counts)
            if turn.claims.isEmpty, turn.steps.isEmpty, !schedule.isDone { pause(until: turn.wake) }
        }
    }

    /// Why nothing can be submitted any more; nil while a server is left.
    package var fault: ServerFault? { schedule.pool.fault }

    // MARK: carrying out

    private func claim(_ id: Int) throws(JournalError) {
        let hash = schedule.transaction(id).hash
        let claim = try journal.claim(hash: hash)
        // Read under the claim, because the program that held it before may have recorded more.
        let known = try submission(id)
        note(known)
        if let claim {
            claims[id] = claim
            schedule.claimed(id, known, now: clock.seconds)
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
        switch request {
        case .ask(let id, let server, let fact):
            asked[id] = (request, nil)
            http.begin(lookup(fact, id, server), ticket: id)
        case .post(let id, let server, let endpoint):
            let hash = schedule.transaction(id).hash
            guard let submission = known[hash] else { preconditionFailure("a post is written down first") }
            guard submission.state == .sent else { return }
            let posting = Posting(envelope: submission.transaction.envelope, hash: hash, endpoint: endpoint)
            asked[id] = (request, posting)
            http.begin(posting.request(at: bases[server]), ticket: id)
        }
    }

    private func lookup(_ fact: StatusQuery.Fact, _ id: Int, _ server: Int) -> HTTPRequest {
        let transaction = schedule.transaction(id)
        return switch fact {
        case .ledger: HorizonEndpoint<LedgerRecord>.latestLedger.request(at: bases[server])
        case .account: HorizonEndpoint<AccountRecord?>.account(transaction.source).request(at: bases[server])
        case .ledgerOutcome, .innerLedgerOutcome:
            HorizonEndpoint<InclusionRecord?>.transaction(transaction.hash(fact)).request(at: bases[server])
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
        guard let (request, posting) = asked.removeValue(forKey: answer.ticket) else { return }
        let now = clock.seconds
        switch request {
        case .ask(let id, let server, let fact):
            schedule.answered(id, server: server, read(answer.result, fact, id, server), now: now)
        case .post(let id, _, _):
            guard let posting else { return }
            schedule.posted(id, posting.answer(answer.result), now: now)
        }
    }

    private func read(
        _ result: Result<HTTPResponse, HTTPError>, _ fact: StatusQuery.Fact, _ id: Int, _ server: Int
    ) -> StatusQuery.Answer {
        let (transaction, base) = (schedule.transaction(id), bases[server])
        do throws(HorizonError) {
            switch fact {
            case .ledger:
                let ledger = try HorizonEndpoint<LedgerRecord>.latestLedger.answer(result, from: base)
                return .ledger(number: ledger.sequence, closedAt: Int64(clamping: ledger.closedAt.seconds))
            case .account:
                let account = try HorizonEndpoint<AccountRecord?>.account(transaction.source).answer(result, from: base)
                return .account(
                    sequence: account?.sequence, ledger: account.map { $0.sequenceLedger ?? $0.lastModifiedLedger })
            case .ledgerOutcome, .innerLedgerOutcome:
                let endpoint = HorizonEndpoint<InclusionRecord?>.transaction(transaction.hash(fact))
                let ledgerOutcome = try endpoint.answer(result, from: base).map {
                    LedgerOutcome($0, of: transaction.hash)
                }
                return .ledgerOutcome(ledgerOutcome, upTo: try? result.get().latestLedger)
            }
        } catch {
            switch error {
            case .rateLimited(let seconds), .unavailable(_, let seconds):
                return .silence(seconds: seconds.map { UInt64(clamping: $0) })
            default: return .silence(seconds: nil)
            }
        }
    }

    // MARK: the journal

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

extension PendingTransaction {
    /// The hash to look up for a fact.
    fileprivate func hash(_ fact: StatusQuery.Fact) -> TransactionHash {
        fact == .innerLedgerOutcome ? innerHash ?? hash : hash
    }
}
