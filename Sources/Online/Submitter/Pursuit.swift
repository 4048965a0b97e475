// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Horizon
import Journal

/// One transaction on its way into the ledger, as a value that does nothing itself: it says what it wants, and is told what
/// came of it. docs/SUBMITTER.md draws its states.
///
/// Its rules: after an attempt whose outcome is not known the hash is looked up before anything else; only the very same bytes
/// are ever sent again; nothing is called failed that could still succeed, and with several servers only what all of them say.
struct Pursuit {
    enum Want: Hashable {
        case ask(server: Int, Inquiry.Fact)
        /// To be written down as an attempt, then posted.
        case post(server: Int, Posting.Door)
        case write(SubmissionOutcome)
        /// Nothing before that second.
        case rest(until: UInt64)
        case over
    }

    private(set) var target: Target
    /// What the journal said last.
    private(set) var known: Submission
    /// Whether the journal knew the end of it before.
    let wasFinal: Bool
    /// When no more waiting is begun.
    private var deadline: UInt64
    /// Whether it may be submitted: no earlier transaction of the account has failed.
    private let mayPost: Bool
    /// Whether an attempt may be on its way: known exactly in one run, a limit from the journal between runs.
    private var isDoubtful: Bool
    private var refusals = Refusals()
    private var lastPosted: Int?
    private var plan: Plan
    /// The first observation of a permanent failure while an earlier attempt may still be pending.
    private var badEndSeen: UInt64?
    /// The first ledger that was seen to have closed after the end of its validity.
    private var firstOver: Int64?
    private var follow = Follow(resendAt: 0, interval: 1)

    private indirect enum Plan {
        case inquire(Inquiry, Occasion)
        case post
        /// An answer is awaited.
        case posting(server: Int)
        case write(SubmissionOutcome, then: Plan)
        case rest(until: UInt64, then: Plan)
        case over
    }

    /// Why something is looked up.
    private enum Occasion {
        case beforePosting
        case refused(by: Int)
        case following
    }

    private struct Follow {
        var resendAt: UInt64
        var interval: UInt64
    }

    /// Seconds after which bytes that no ledger shows are sent again; longer when the network's queue has them.
    static let resendAfter: UInt64 = 3
    static let resendQueuedAfter: UInt64 = 20
    /// Seconds between two looks that must both show a bad end: one address may stand for several servers, of which one shows the
    /// account and another, a ledger behind, the history.
    static let secondLook: UInt64 = 10
    /// Seconds to the next ledger, about.
    static let ledgerInterval: UInt64 = 5

    /// - Parameters:
    ///   - wait: seconds after which no more waiting is begun.
    ///   - lastSequence: the account's last used number, where this run has seen it.
    init(
        _ target: Target, _ known: Submission, _ board: ServerBoard, now: UInt64, wait: UInt64,
        lastSequence: Int64? = nil, mayPost: Bool = true
    ) {
        self.target = target
        self.known = known
        self.mayPost = mayPost
        deadline = now + wait
        wasFinal = known.isFinal
        isDoubtful = known.mayHaveArrived
        let isOpen = target.maxTime.map { $0 >= board.ledgerTime ?? Int64.min } ?? true
        // An account below this sequence number cannot have executed it.
        let isFresh = lastSequence.map { $0 < target.sequence } == true && known.attempts == 0
        plan = .post
        if known.isFinal {
            plan = .over
        } else if !(isFresh && isOpen && mayPost) {
            // The list of pending transactions has no envelopes.
            self.target.maxLedger = target.maxLedger ?? known.transaction.maxLedger
            plan = .inquire(inquiry(board), .beforePosting)
        }
    }

    // MARK: what it wants

    /// What to do next. Asked again before the answer is given, it says the same.
    mutating func next(_ board: ServerBoard, now: UInt64, remark: (String) -> Void = { _ in }) -> Want {
        while true {
            switch plan {
            case .inquire(var inquiry, let occasion):
                let question = inquiry.next(board, now: now)
                plan = .inquire(inquiry, occasion)
                if let question { return .ask(server: question.server, question.fact) }
                plan = conclude(inquiry, occasion, board, now, remark)
            case .post:
                // After an attempt without an outcome another server has its turn, if there is one.
                let open = board.servers.indices.filter { !refusals.have($0) && board.servers[$0].closed == nil }
                let left = open.filter { $0 != lastPosted } + open.filter { $0 == lastPosted }
                if let server = left.first(where: { board.canBeAsked($0, at: now) }) {
                    return .post(server: server, board.servers[server].mayHaveQueue ? .queue : .waiting)
                }
                plan = board.earliest(of: left).map { .rest(until: $0, then: .post) } ?? .over
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

    mutating func answered(_ answer: Inquiry.Answer) {
        guard case .inquire(var inquiry, let occasion) = plan else { return }
        inquiry.take(answer)
        plan = .inquire(inquiry, occasion)
    }

    mutating func written(_ submission: Submission) {
        known = submission
        guard case .write(_, let then) = plan else { return }
        plan = submission.isFinal ? .over : then
    }

    /// The attempt is written down; the answer comes by `posted`.
    mutating func begun(_ submission: Submission, at server: Int) {
        known = submission
        lastPosted = server
        plan = .posting(server: server)
    }

    /// It came to its end by another: a fee bump of it is in a ledger.
    mutating func settledElsewhere(_ submission: Submission) {
        known = submission
        plan = .over
    }

    mutating func posted(_ answer: SubmitAnswer, _ board: inout ServerBoard, now: UInt64) {
        guard case .posting(let server) = plan else { return }
        let name = board.name(server)
        switch answer {
        case .inLedger(let record) where record.isSuccessful || board.isSingle:
            plan = settle(Sighting(record, of: target.hash))
        case .inLedger:
            isDoubtful = true
            plan = .write(
                .unknown(reason: "\(name) says that it failed"), then: .inquire(inquiry(board), .beforePosting))
        case .refused(let refusal):
            refusals.add(refusal, of: server)
            plan = .inquire(inquiry(board, account: true), .refused(by: server))
        case .turnedAway(let problem):
            refusals.addTurnedAway(by: server)
            plan = turnedAway(problem.message, board, now)
        case .busy(let status, let seconds):
            board.rest(server, seconds: seconds.map { UInt64(clamping: $0) }, now: now)
            plan = again("the server is busy (\(status))")
        case .notSent(let error):
            if error.isAbsence {
                board.rest(server, seconds: nil, now: now)
            } else {
                board.dismiss(server, .unusable(error.message))
            }
            plan = again(error.message)
        case .notHorizon(let status):
            board.dismiss(server, .notHorizon(status: status))
            plan = again("\(name) is not a Horizon server (status \(status))")
        case .closed(let problem):
            board.close(server, problem.message)
            plan = again(problem.message)
        case .noQueue:
            board.hasNoQueue(server)
            plan = again("\(name) has no endpoint for asynchronous submission")
        case .queueIsFull:
            let reason = "the network's queue holds another transaction of this account, or requires a higher fee"
            let then = isDoubtful ? Plan.inquire(inquiry(board), .beforePosting) : .post
            plan = .write(.notSent(reason: reason), then: .rest(until: now + Self.ledgerInterval, then: then))
        case .queued:
            isDoubtful = true
            plan = .write(
                .unknown(reason: "it is in the network's queue"), then: followed(board, now, Self.resendQueuedAfter))
        case .uncertain(let reason):
            isDoubtful = true
            plan = .write(.unknown(reason: reason), then: followed(board, now, Self.resendAfter))
        }
    }

    /// The attempt certainly had no effect: it is made elsewhere or later.
    private func again(_ reason: String) -> Plan { .write(.notSent(reason: reason), then: .post) }

    private func settle(_ sighting: Sighting) -> Plan { .write(sighting.outcome, then: .over) }

    // MARK: concluding

    private func inquiry(_ board: ServerBoard, account: Bool = false) -> Inquiry {
        let facts: [Inquiry.Fact] =
            account || isDoubtful ? [.account, .ledger] : target.hasEnd || !board.isSingle ? [.ledger] : []
        return Inquiry(facts, then: target, servers: board.servers.count)
    }

    private mutating func conclude(
        _ inquiry: Inquiry, _ occasion: Occasion, _ board: ServerBoard, _ now: UInt64, _ remark: (String) -> Void
    ) -> Plan {
        if let over = inquiry.firstAfterTheEnd(of: target) { firstOver = min(firstOver ?? over, over) }
        let verdict = inquiry.verdict(on: target, board, over: firstOver)
        if let words = Self.badEnd(verdict), mayBeOnItsWay(board) {
            let seen = badEndSeen ?? now
            badEndSeen = seen
            // Of what was never sent from here the second look is the end, and there is nothing that would wait for it later.
            if !known.mayHaveArrived { deadline = max(deadline, seen + Self.secondLook) }
            guard now >= seen + Self.secondLook else {
                let then = Plan.rest(until: seen + Self.secondLook, then: .inquire(self.inquiry(board), .beforePosting))
                return pending("\(words); it is looked up again", then: then)
            }
        } else {
            badEndSeen = nil
        }
        switch (verdict, occasion) {
        case (.found(let sighting), _): return settle(sighting)
        case (.disagreement, .following), (.unheard, .following), (.behind, .following):
            return .inquire(self.inquiry(board), .beforePosting)
        case (.unanswered, .following), (.unanswered, .beforePosting):
            guard let until = board.earliest(of: board.servers.indices) else { return .over }
            let next = if case .following = occasion { glance(board) } else { self.inquiry(board) }
            return .rest(until: max(until, now + 1), then: .inquire(next, occasion))
        case (.absent, .following): return followed(board, now)
        case (.expired, _): return .write(.expired(reason: "it expired without being applied"), then: .over)
        case (.passed, .refused(let server)): return failed(server, inquiry)
        case (.passed, _):
            let reason = "its sequence number \(target.sequence) was used by another transaction"
            return .write(.failed(ledger: nil, resultXDR: nil, codes: nil, reason: reason), then: .over)
        case (.absent, .beforePosting): return tryAgain(board, now)
        case (.disagreement(let words), .beforePosting):
            remark(words)
            return pending(words, then: tryAgain(board, now))
        case (.unheard(let names), .beforePosting):
            remark(Self.unheard(names))
            return pending(Self.unheard(names), then: tryAgain(board, now))
        // Sending it again would prove nothing: it is looked for until the history is there.
        case (.behind(let words), .beforePosting): return pending(words, then: followed(board, now, Self.resendAfter))
        case (.behind(let words), .refused(let server)):
            return doubt("\(refusals.words(server, board)); \(words)", board, now)
        case (.unanswered, .refused(let server)):
            return doubt("\(refusals.words(server, board)), and the lookup failed", board, now)
        case (.disagreement(let words), .refused(let server)):
            remark(words)
            return doubt("\(refusals.words(server, board)); \(words)", board, now)
        case (.unheard(let names), .refused(let server)):
            remark(Self.unheard(names))
            return doubt("\(refusals.words(server, board)); \(Self.unheard(names))", board, now)
        case (.absent, .refused(let server)): return weigh(inquiry, refusedBy: server, board, now, remark)
        }
    }

    /// Of a fee bump the one inside may be, from here or elsewhere; and of several servers one that refused may have passed it on.
    private func mayBeOnItsWay(_ board: ServerBoard) -> Bool {
        isDoubtful || target.innerHash != nil || !board.isSingle && known.attempts > 0
    }

    private static func badEnd(_ verdict: Inquiry.Verdict) -> String? {
        switch verdict {
        case .expired: "it expired without being applied"
        case .passed: "its sequence number is used, and no ledger contains it"
        case .found, .absent, .disagreement, .unheard, .behind, .unanswered: nil
        }
    }

    private static func unheard(_ names: String) -> String {
        "whether it can still be applied is unknown until \(names) answers"
    }

    /// A server rejects it and no server has it: asks the other servers about the same bytes, then decides whether to believe it.
    private mutating func weigh(
        _ inquiry: Inquiry, refusedBy server: Int, _ board: ServerBoard, _ now: UInt64, _ remark: (String) -> Void
    ) -> Plan {
        let code = refusals.words(server, board)
        let others = others(board)
        if let other = others.first(where: { board.canBeAsked($0, at: now) }) {
            return .write(.unknown(reason: "\(code); \(board.name(other)) is asked too"), then: .post)
        }
        if !others.isEmpty {
            let words = Self.unheard(others.map { board.name($0) }.joined(separator: " and "))
            return doubt("\(code); \(words)", board, now)
        }
        if let words = refusals.contradiction(board) {
            remark(words)
            return doubt(words, board, now)
        }
        guard refusals.isBelievable(server, inquiry, target, isDoubtful: isDoubtful) else {
            let why =
                refusals.isUntrue(server, inquiry, target)
                ? "which is impossible" : "but an earlier attempt may be pending"
            return doubt("\(code), \(why)", board, now)
        }
        return failed(server, inquiry)
    }

    /// Those that have not said what they make of it, and may.
    private func others(_ board: ServerBoard) -> [Int] {
        board.servers.indices.filter {
            !refusals.have($0) && board.servers[$0].isOut == nil && board.servers[$0].closed == nil
        }
    }

    private func failed(_ server: Int, _ inquiry: Inquiry) -> Plan {
        refusals.outcome(server, inquiry, target).map { .write($0, then: .over) } ?? .over
    }

    /// The server takes no transactions, or not this one, and has not passed it on.
    private mutating func turnedAway(_ reason: String, _ board: ServerBoard, _ now: UInt64) -> Plan {
        if !others(board).isEmpty { return again(reason) }
        if let server = refusals.firstWithCodes {
            return .inquire(inquiry(board, account: true), .refused(by: server))
        }
        if isDoubtful { return doubt(reason, board, now) }
        return .write(.failed(ledger: nil, resultXDR: nil, codes: nil, reason: reason), then: .over)
    }

    // MARK: going on

    private mutating func tryAgain(_ board: ServerBoard, _ now: UInt64) -> Plan {
        refusals = Refusals()
        return mayPost ? .post : followed(board, now, Self.resendAfter)
    }

    /// Leaves words in the journal on what is pending, and goes on.
    private func pending(_ words: String, then: Plan) -> Plan {
        [.sent, .pending].contains(known.state) ? .write(.unknown(reason: words), then: then) : then
    }

    /// It is pending, and looked for until it is time to send it again.
    private mutating func doubt(_ reason: String, _ board: ServerBoard, _ now: UInt64) -> Plan {
        .write(.unknown(reason: reason), then: followed(board, now, Self.resendAfter))
    }

    private mutating func followed(_ board: ServerBoard, _ now: UInt64, _ resendAfter: UInt64) -> Plan {
        follow = Follow(resendAt: now + resendAfter, interval: 0)
        return followed(board, now)
    }

    /// Looks again after a while, a little longer each time; all there is to know is asked before the bytes are sent again.
    private mutating func followed(_ board: ServerBoard, _ now: UInt64) -> Plan {
        guard now < follow.resendAt else { return .inquire(inquiry(board), .beforePosting) }
        follow.interval = min(follow.interval + 1, 4)
        return .rest(until: now + follow.interval, then: .inquire(glance(board), .following))
    }

    private func glance(_ board: ServerBoard) -> Inquiry {
        .glance(at: target, servers: board.servers.count)
    }
}
