// SPDX-License-Identifier: Apache-2.0

import HTTP
import Journal
import LedgerAPI
import LedgerXDR
import Stellar

/// The state machine for submitting one transaction. It has no effects: it says what to do next and is told the result.
/// docs/SUBMITTER.md draws its states.
///
/// Its rules: after an attempt of unknown outcome, the hash is looked up before anything else; only the identical bytes
/// are ever submitted again; nothing is called failed that could still succeed, and with several servers only if all of
/// them agree.
struct SubmissionStateMachine {
    enum Action: Hashable {
        case ask(server: Int, StatusQuery.Fact)
        /// Record an attempt in the journal, then submit.
        case post(server: Int, SubmitEndpoint)
        case write(SubmissionOutcome)
        /// Do nothing before that second.
        case rest(until: UInt64)
        case over
    }

    private(set) var transaction: PendingTransaction
    /// The last state returned by the journal.
    private(set) var known: Submission
    /// Whether the journal already had a final outcome before this run.
    let wasFinal: Bool
    /// The second after which no wait may extend.
    private var deadline: UInt64
    /// Whether it may be submitted: false if an earlier transaction of the account has failed.
    private let mayPost: Bool
    /// Whether an attempt may be pending: known exactly within a run, an upper bound from the journal between runs.
    private var isDoubtful: Bool
    private var rejections = Rejections()
    private var lastPosted: Int?
    private var plan: Plan
    /// The first observation of a permanent failure while an earlier attempt may still be pending.
    private var badEndSeen: UInt64?
    /// The first ledger seen at or after which it can no longer be applied.
    private var firstOver: Int64?
    private var follow = Follow(resendAt: 0, interval: 1)

    private indirect enum Plan {
        case lookUp(StatusQuery, Occasion)
        case post
        /// Waiting for the server's response.
        case posting(server: Int)
        case write(SubmissionOutcome, then: Plan)
        case rest(until: UInt64, then: Plan)
        case over
    }

    /// The reason for a lookup.
    private enum Occasion {
        case beforePosting
        case refused(by: Int)
        case following
    }

    private struct Follow {
        var resendAt: UInt64
        var interval: UInt64
    }

    /// Seconds after which a transaction that is in no ledger is submitted again; longer when the network's queue has
    /// it.
    static let resendAfter: UInt64 = 3
    static let resendQueuedAfter: UInt64 = 20
    /// Seconds between the two lookups that must both show a permanent failure: one address may stand for several
    /// servers, of which one returns the account and another, a ledger behind, the history.
    static let secondLook: UInt64 = 10
    /// The approximate interval between ledgers, in seconds.
    static let ledgerInterval: UInt64 = 5

    /// - Parameters:
    ///   - wait: the time limit in seconds; no wait may extend beyond it.
    ///   - lastSequence: the account's last used number, if this run has seen it.
    init(
        _ transaction: PendingTransaction, _ known: Submission, _ pool: ServerPool, now: UInt64, wait: UInt64,
        lastSequence: Int64? = nil, mayPost: Bool = true
    ) {
        self.transaction = transaction
        self.transaction.knownSince = known.queuedAt
        self.known = known
        self.mayPost = mayPost
        deadline = now + wait
        wasFinal = known.isFinal
        isDoubtful = known.mayHaveArrived
        let isOpen = transaction.maxTime.map { $0 >= pool.ledgerTime ?? Int64.min } ?? true
        // An account below this sequence number cannot have executed it.
        let isFresh = lastSequence.map { $0 < transaction.sequence } == true && known.attempts == 0
        plan = .post
        if known.isFinal {
            plan = .over
        } else if !(isFresh && isOpen && mayPost) {
            plan = .lookUp(query(pool), .beforePosting)
        }
    }

    // MARK: what it wants

    /// The next action; unchanged until its result is reported.
    mutating func next(_ pool: ServerPool, now: UInt64, remark: (String) -> Void = { _ in }) -> Action {
        while true {
            switch plan {
            case .lookUp(var query, let occasion):
                let next = query.next(pool, now: now)
                plan = .lookUp(query, occasion)
                if let next { return .ask(server: next.server, next.fact) }
                plan = conclude(query, occasion, pool, now, remark)
            case .post:
                // After an attempt of unknown outcome, another server is preferred, if there is one.
                let open = pool.servers.indices.filter {
                    pool.servers[$0].submits && !rejections.have($0) && pool.servers[$0].disabled == nil
                }
                let left = open.filter { $0 != lastPosted } + open.filter { $0 == lastPosted }
                if let server = left.first(where: { pool.canBeAsked($0, at: now) }) {
                    return .post(server: server, pool.servers[server].mayHaveQueue ? .queue : .waiting)
                }
                plan = pool.earliest(of: left).map { .rest(until: $0, then: .post) } ?? .over
            case .posting: preconditionFailure("asked for more before the answer was given")
            case .write(let outcome, _): return .write(outcome)
            case .rest(let until, let then):
                if now >= until {
                    plan = then
                } else if until > deadline {
                    plan = .over
                } else {
                    return .rest(until: until)
                }
            case .over: return .over
            }
        }
    }

    // MARK: what came of it

    mutating func answered(_ answer: StatusQuery.Answer) {
        guard case .lookUp(var query, let occasion) = plan else { return }
        query.take(answer)
        plan = .lookUp(query, occasion)
    }

    mutating func written(_ submission: Submission) {
        known = submission
        guard case .write(_, let then) = plan else { return }
        plan = submission.isFinal ? .over : then
    }

    /// Takes the recorded attempt; `posted` reports the response.
    mutating func begun(_ submission: Submission, at server: Int) {
        known = submission
        lastPosted = server
        plan = .posting(server: server)
    }

    /// A fee bump of it was applied, which settles it.
    mutating func settledElsewhere(_ submission: Submission) {
        known = submission
        plan = .over
    }

    mutating func posted(_ answer: SubmitAnswer, _ pool: inout ServerPool, now: UInt64) {
        guard case .posting(let server) = plan else { return }
        let name = pool.name(server)
        switch answer {
        case .inLedger(let record) where record.isSuccessful || pool.isSingle:
            plan = settle(LedgerOutcome(record, of: transaction.hash))
        case .inLedger:
            isDoubtful = true
            plan = .write(
                .unknown(reason: "\(name) says that it failed"), then: .lookUp(query(pool), .beforePosting))
        case .refused(let refusal):
            rejections.add(refusal, of: server)
            plan = .lookUp(query(pool, account: true), .refused(by: server))
        case .malformed(let reason):
            rejections.addTurnedAway(by: server)
            plan = malformed(reason, pool, now)
        case .declined(let reason):
            rejections.addTurnedAway(by: server)
            plan = declined(reason, pool, now)
        case .busy(let status, let seconds):
            pool.rest(server, seconds: seconds.map { UInt64(clamping: $0) }, now: now)
            plan = again("the server is busy (\(status))")
        case .notSent(let error):
            if error.isAbsence {
                pool.rest(server, seconds: nil, now: now)
            } else {
                pool.dismiss(server, .unusable(error.message))
            }
            plan = again(error.message)
        case .notAServer(let status):
            pool.dismiss(server, .notAServer(status: status))
            plan = again("\(name) is not a Horizon server (status \(status))")
        case .submissionDisabled(let reason):
            pool.close(server, reason)
            plan = again(reason)
        case .noQueue:
            pool.hasNoQueue(server)
            plan = again("\(name) has no endpoint for asynchronous submission")
        case .queueIsFull:
            let reason = "the network's queue holds another transaction of this account, or requires a higher fee"
            let then = isDoubtful ? Plan.lookUp(query(pool), .beforePosting) : .post
            plan = .write(.notSent(reason: reason), then: .rest(until: now + Self.ledgerInterval, then: then))
        case .queued:
            isDoubtful = true
            plan = .write(
                .unknown(reason: "it is in the network's queue"), then: followed(pool, now, Self.resendQueuedAfter))
        case .uncertain(let reason):
            isDoubtful = true
            plan = .write(.unknown(reason: reason), then: followed(pool, now, Self.resendAfter))
        }
    }

    /// The attempt certainly had no effect: it is repeated elsewhere or later.
    private func again(_ reason: String) -> Plan { .write(.notSent(reason: reason), then: .post) }

    private func settle(_ ledgerOutcome: LedgerOutcome) -> Plan { .write(ledgerOutcome.outcome, then: .over) }

    // MARK: concluding

    private func query(_ pool: ServerPool, account: Bool = false) -> StatusQuery {
        // A history that does not go back far enough proves nothing, and an unused sequence number does.
        let asksAccount = account || isDoubtful || pool.servers.contains(where: \.namesLedgers)
        let facts: [StatusQuery.Fact] =
            asksAccount ? [.account, .ledger] : transaction.hasEnd || !pool.isSingle ? [.ledger] : []
        return StatusQuery(facts, then: transaction, pool, mayHaveArrived: isDoubtful)
    }

    private mutating func conclude(
        _ query: StatusQuery, _ occasion: Occasion, _ pool: ServerPool, _ now: UInt64, _ remark: (String) -> Void
    ) -> Plan {
        if let over = query.firstAfterTheEnd(of: transaction) { firstOver = min(firstOver ?? over, over) }
        let outcome = query.outcome(on: transaction, pool, over: firstOver)
        if let words = Self.badEnd(outcome), mayBeOnItsWay(pool) {
            let seen = badEndSeen ?? now
            badEndSeen = seen
            // If it was never submitted from here, the second lookup settles it, and no later run would wait for one.
            if !known.mayHaveArrived { deadline = max(deadline, seen + Self.secondLook) }
            guard now >= seen + Self.secondLook else {
                let then = Plan.rest(until: seen + Self.secondLook, then: .lookUp(self.query(pool), .beforePosting))
                return pending("\(words); it is looked up again", then: then)
            }
        } else {
            badEndSeen = nil
        }
        switch (outcome, occasion) {
        case (.found(let ledgerOutcome), _): return settle(ledgerOutcome)
        case (.disagreement, .following), (.unconfirmed, .following), (.behind, .following), (.unproven, .following):
            return .lookUp(self.query(pool), .beforePosting)
        case (.unanswered, .following), (.unanswered, .beforePosting):
            guard let until = pool.earliest(of: pool.servers.indices) else { return .over }
            let next = if case .following = occasion { quickLookup(pool) } else { self.query(pool) }
            return .rest(until: max(until, now + 1), then: .lookUp(next, occasion))
        case (.absent, .following): return followed(pool, now)
        case (.expired, _): return .write(.expired(reason: "it expired without being applied"), then: .over)
        case (.passed(let user), .refused(let server)):
            return .write(rejections.outcome(server, used(by: user)) ?? used(by: user), then: .over)
        // It was never submitted from here: the network will say why it is too late.
        case (.passed, .beforePosting) where known.state == .queued: return tryAgain(pool, now)
        case (.behind, .beforePosting) where known.state == .queued: return tryAgain(pool, now)
        case (.passed(let user), _): return .write(used(by: user), then: .over)
        case (.absent, .beforePosting): return tryAgain(pool, now)
        // The same bytes can be sent as long as they may be valid, whatever one clock says.
        case (.unproven(let words, let isOpen), .beforePosting):
            if isOpen { remark(words) }
            return pending(
                words,
                then: isOpen || known.state == .queued ? tryAgain(pool, now) : followed(pool, now, Self.resendAfter))
        case (.unproven(let words, let isOpen), .refused(let server)):
            if isOpen { remark(words) }
            return doubt("\(rejections.words(server, pool)); \(words)", pool, now)
        case (.disagreement(let words), .beforePosting):
            remark(words)
            return pending(words, then: tryAgain(pool, now))
        case (.unconfirmed(let names), .beforePosting):
            remark(Self.unconfirmed(names))
            return pending(Self.unconfirmed(names), then: tryAgain(pool, now))
        // Resubmitting would prove nothing: it is looked up until the history is complete.
        case (.behind(let words), .beforePosting): return pending(words, then: followed(pool, now, Self.resendAfter))
        case (.behind(let words), .refused(let server)):
            return doubt("\(rejections.words(server, pool)); \(words)", pool, now)
        case (.unanswered, .refused(let server)):
            return doubt("\(rejections.words(server, pool)), and the lookup failed", pool, now)
        case (.disagreement(let words), .refused(let server)):
            remark(words)
            return doubt("\(rejections.words(server, pool)); \(words)", pool, now)
        case (.unconfirmed(let names), .refused(let server)):
            remark(Self.unconfirmed(names))
            return doubt("\(rejections.words(server, pool)); \(Self.unconfirmed(names))", pool, now)
        case (.absent, .refused(let server)): return weigh(query, refusedBy: server, pool, now, remark)
        }
    }

    /// Whether it may be pending: the inner transaction of a fee bump may be, submitted from here or elsewhere; and
    /// with several servers, one that rejected it may have passed it on.
    private func mayBeOnItsWay(_ pool: ServerPool) -> Bool {
        isDoubtful || transaction.innerHash != nil || !pool.isSingle && known.attempts > 0
    }

    private static func badEnd(_ outcome: StatusQuery.Outcome) -> String? {
        switch outcome {
        case .expired: "it expired without being applied"
        case .passed: "its sequence number is used, and no ledger contains it"
        case .found, .absent, .disagreement, .unconfirmed, .behind, .unproven, .unanswered: nil
        }
    }

    /// The outcome of a transaction whose number was used by another one, or was below all numbers of its account.
    private func used(by user: TransactionHash?) -> SubmissionOutcome {
        let number = "its sequence number \(transaction.sequence)"
        let reason =
            user.map { "\(number) was used by another transaction, \($0) (tx_bad_seq)" }
            ?? "\(number) is below those of its account, which has used none (tx_bad_seq)"
        let codes = ResultCodes(transaction: .txBadSeq, innerTransaction: nil, operations: [])
        return .failed(ledger: nil, resultXDR: nil, codes: codes, reason: reason)
    }

    private static func unconfirmed(_ names: String) -> String {
        "whether it can still be applied is unknown until \(names) answers"
    }

    /// Handles a rejection of a transaction that no server has: submits to the remaining servers, then decides whether
    /// to believe it.
    private mutating func weigh(
        _ query: StatusQuery, refusedBy server: Int, _ pool: ServerPool, _ now: UInt64, _ remark: (String) -> Void
    ) -> Plan {
        let code = rejections.words(server, pool)
        let others = others(pool)
        if let other = others.first(where: { pool.canBeAsked($0, at: now) }) {
            return .write(.unknown(reason: "\(code); \(pool.name(other)) is asked too"), then: .post)
        }
        if !others.isEmpty {
            let words = Self.unconfirmed(others.map { pool.name($0) }.joined(separator: " and "))
            return doubt("\(code); \(words)", pool, now)
        }
        if let words = rejections.contradiction(pool) {
            remark(words)
            return doubt(words, pool, now)
        }
        if !isDoubtful, let words = rejections.ahead(server, query, transaction) {
            return .write(.notSent(reason: words, codes: rejections.codes(server)), then: .over)
        }
        guard rejections.isBelievable(server, query, transaction, pool, isDoubtful: isDoubtful) else {
            let why = rejections.isTooLate(server) ? "which is not proven" : "but an earlier attempt may be pending"
            return doubt(
                "\(code), \(rejections.isUntrue(server, query, transaction) ? "which is impossible" : why)", pool, now)
        }
        return failed(server, query)
    }

    /// The servers that have not rejected it and can still be used.
    private func others(_ pool: ServerPool) -> [Int] {
        pool.servers.indices.filter {
            pool.servers[$0].submits && !rejections.have($0) && pool.servers[$0].isOut == nil
                && pool.servers[$0].disabled == nil
        }
    }

    private func failed(_ server: Int, _ query: StatusQuery) -> Plan {
        rejections.outcome(server, query, transaction).map { .write($0, then: .over) } ?? .over
    }

    /// Handles a server that accepts no transactions, or not this one, and has not passed it on.
    private mutating func malformed(_ reason: String, _ pool: ServerPool, _ now: UInt64) -> Plan {
        if !others(pool).isEmpty { return again(reason) }
        if let server = rejections.firstWithCodes {
            return .lookUp(query(pool, account: true), .refused(by: server))
        }
        if isDoubtful { return doubt(reason, pool, now) }
        return .write(.failed(ledger: nil, resultXDR: nil, codes: nil, reason: reason), then: .over)
    }

    /// Handles a server that does not take this transaction: the others are asked; without one, it stays as it was,
    /// because it is valid.
    private mutating func declined(_ reason: String, _ pool: ServerPool, _ now: UInt64) -> Plan {
        if !others(pool).isEmpty { return again(reason) }
        if rejections.firstWithCodes != nil || isDoubtful { return malformed(reason, pool, now) }
        return .write(.notSent(reason: reason), then: .over)
    }

    // MARK: going on

    private mutating func tryAgain(_ pool: ServerPool, _ now: UInt64) -> Plan {
        rejections = Rejections()
        return mayPost ? .post : followed(pool, now, Self.resendAfter)
    }

    /// Records a description in the journal if the transaction is pending, then continues with the plan.
    private func pending(_ words: String, then: Plan) -> Plan {
        [.sent, .pending].contains(known.state) ? .write(.unknown(reason: words), then: then) : then
    }

    /// Records it as pending and looks it up until it is time to submit it again.
    private mutating func doubt(_ reason: String, _ pool: ServerPool, _ now: UInt64) -> Plan {
        .write(.unknown(reason: reason), then: followed(pool, now, Self.resendAfter))
    }

    private mutating func followed(_ pool: ServerPool, _ now: UInt64, _ resendAfter: UInt64) -> Plan {
        follow = Follow(resendAt: now + resendAfter, interval: 0)
        return followed(pool, now)
    }

    /// Looks it up again at growing intervals; a full lookup precedes another submission.
    private mutating func followed(_ pool: ServerPool, _ now: UInt64) -> Plan {
        guard now < follow.resendAt else { return .lookUp(query(pool), .beforePosting) }
        follow.interval = min(follow.interval + 1, 4)
        return .rest(until: now + follow.interval, then: .lookUp(quickLookup(pool), .following))
    }

    private func quickLookup(_ pool: ServerPool) -> StatusQuery {
        .quickLookup(at: transaction, pool)
    }
}
