// SPDX-License-Identifier: Apache-2.0

import Journal
import LedgerAPI
import Stellar
import StellarXDR

/// The scheduler for any number of transactions. It has no effects: it decides what to do next, with one queue per
/// account, all queues concurrent, and a limit on concurrent requests. A request's ticket is its transaction's number:
/// each has at most one in progress.
struct Schedule {
    /// The actions to take now, in this order.
    struct Turn {
        /// Transactions to start: claim each, then report `claimed` or `taken`.
        var claims: [Int] = []
        /// Steps to record atomically; then report `written` with the journal's state after each.
        var steps: [JournalStep] = []
        /// Requests to send once the steps are on disk.
        var requests: [Request] = []
        /// When to ask again if nothing happens before; nil when only responses are awaited.
        var wake: UInt64?
    }

    enum Request: Hashable {
        case ask(id: Int, server: Int, StatusQuery.Fact)
        case post(id: Int, server: Int, SubmitEndpoint)
    }

    /// How one transaction ended in this run.
    enum Ending: Hashable {
        /// As recorded in the journal.
        case known
        /// Not submitted, because an earlier transaction of its account failed.
        case blocked(by: Int)
        /// Not submitted in this run, because the outcome of an earlier transaction of its account is unknown.
        case waiting(for: Int)
    }

    private struct Entry {
        let transaction: PendingTransaction
        let queue: Int
        /// The account's last used number, if this run has seen it.
        let lastSequence: Int64?
    }

    private let entries: [Entry]
    private let wait: UInt64
    /// The maximum number of concurrent requests.
    private let parallel: Int
    /// Whether queues continue after transactions that had failed in a ledger before this run.
    private let passesFailures: Bool
    private var queues: [AccountQueue]
    private(set) var pool: ServerPool
    private(set) var counts: SubmitCounts

    /// Queues with something to submit, in the order in which they become active (from the end).
    private var waitingQueues: [Int]
    private var machines: [Int: SubmissionStateMachine] = [:]
    /// Transactions claimed by another program: when to try again, and when to give up.
    private var unclaimed: [Int: (next: UInt64, end: UInt64)] = [:]
    /// Transactions after a failed one that may have been submitted in an earlier run: looked up, not submitted again.
    private var strays: Set<Int> = []
    private var claimable: [Int] = []
    private var holds: [(id: Int, blockedBy: Int)] = []
    private var hasEnded: [Bool]
    private var sleeping: [(until: UInt64, id: Int)] = []
    private var ready: [Int] = []
    private var inFlight: Set<Int> = []
    private var writing: [Writing] = []
    private var endings: [(id: Int, Ending)] = []
    private var remarks: [String] = []
    private var hasRemarked: Set<String> = []

    /// The purpose of a journal step of the turn.
    private enum Writing {
        case outcome(Int)
        case attempt(Int, server: Int)
        case hold(Int, blockedBy: Int)
    }

    /// The maximum number of concurrent submissions; each holds a claim, and so an open file.
    private static let mostActive = 256

    /// - Parameter lastSequence: the last used number of a transaction's account, if this run has seen it.
    init(
        _ transactions: [PendingTransaction], _ pool: ServerPool, wait: UInt64, parallel: Int,
        passesFailures: Bool = false,
        lastSequence: (PendingTransaction) -> Int64?
    ) {
        var places: [AccountID: Int] = [:]
        var members: [[(id: Int, sequence: Int64)]] = []
        entries = transactions.enumerated().map { id, transaction in
            let queue = places[transaction.source] ?? members.count
            if queue == members.count {
                places[transaction.source] = queue
                members.append([])
            }
            members[queue].append((id, transaction.sequence))
            return Entry(transaction: transaction, queue: queue, lastSequence: lastSequence(transaction))
        }
        queues = members.map { AccountQueue($0) }
        waitingQueues = Array(queues.indices.reversed())
        hasEnded = Array(repeating: false, count: transactions.count)
        counts = SubmitCounts(total: transactions.count)
        self.pool = pool
        self.wait = wait
        self.parallel = max(1, parallel)
        self.passesFailures = passesFailures
    }

    var isDone: Bool { counts.ended == counts.total }
    func transaction(_ id: Int) -> PendingTransaction { entries[id].transaction }
    /// The transactions that have ended since the last call.
    mutating func takeEndings() -> [(id: Int, Ending)] {
        defer { endings = [] }
        return endings
    }

    /// Messages for the user about the servers, each reported once.
    mutating func takeRemarks() -> [String] {
        defer { remarks = [] }
        return remarks
    }

    // MARK: what to do

    /// - Parameters:
    ///   - now: monotonic seconds.
    ///   - time: this machine's clock, in seconds since 1970.
    mutating func turn(now: UInt64, time: Int64) -> Turn {
        pool.machineTime = time
        var turn = Turn()
        wakeUp(now)
        while hasRoom, let queue = waitingQueues.popLast() { claimable += queues[queue].current }
        turn.claims = claimable
        claimable = []
        for (id, earlier) in holds { hold(id, blockedBy: earlier, &turn) }
        holds = []
        var blocked: [Int] = []
        for id in ready where !advance(id, &turn, now) { blocked.append(id) }
        ready = blocked
        // An ending may have freed a place or advanced a queue.
        let goesOn = !claimable.isEmpty || !holds.isEmpty || hasRoom && !waitingQueues.isEmpty
        turn.wake = goesOn ? now : (sleeping.map(\.until) + unclaimed.values.map(\.next)).min()
        return turn
    }

    private var hasRoom: Bool { machines.count + unclaimed.count + claimable.count < Self.mostActive }

    /// Adds a transaction's next action to the turn; false when there is no room for its request.
    private mutating func advance(_ id: Int, _ turn: inout Turn, _ now: UInt64) -> Bool {
        guard var machine = machines[id] else { return true }
        var words: [String] = []
        let action = machine.next(pool, now: now) { words.append($0) }
        machines[id] = machine
        for word in words { remark(word) }
        switch action {
        case .ask(let server, let fact):
            guard inFlight.count < parallel else { return false }
            inFlight.insert(id)
            turn.requests.append(.ask(id: id, server: server, fact))
        case .post(let server, let endpoint):
            guard inFlight.count < parallel else { return false }
            inFlight.insert(id)
            turn.steps.append(.attempt(hash: hash(id)))
            writing.append(.attempt(id, server: server))
            turn.requests.append(.post(id: id, server: server, endpoint))
        case .write(let outcome): write(outcome, of: id, &turn)
        case .rest(let until): sleeping.append((until, id))
        case .over:
            machines[id] = nil
            end(id, machine.known, wasFinal: machine.wasFinal)
        }
        return true
    }

    /// A failure and the holds that follow from it are recorded atomically, so that no later run submits the
    /// transactions after it.
    private mutating func write(_ outcome: SubmissionOutcome, of id: Int, _ turn: inout Turn) {
        turn.steps.append(.outcome(hash: hash(id), outcome))
        writing.append(.outcome(id))
        let queue = queues[entries[id].queue]
        guard outcome.isFailure, queue.endsWith(failureOf: id) else { return }
        for later in queue.later { hold(later, blockedBy: id, &turn) }
    }

    private mutating func hold(_ id: Int, blockedBy earlier: Int, _ turn: inout Turn) {
        turn.steps.append(.hold(hash: hash(id), reason: "\(hash(earlier)) failed before it"))
        writing.append(.hold(id, blockedBy: earlier))
    }

    private func hash(_ id: Int) -> TransactionHash { entries[id].transaction.hash }

    private mutating func remark(_ words: String) {
        if hasRemarked.insert(words).inserted { remarks.append(words) }
    }

    private mutating func wakeUp(_ now: UInt64) {
        ready += sleeping.filter { $0.until <= now }.map(\.id)
        sleeping.removeAll { $0.until <= now }
        claimable += unclaimed.filter { $0.value.next <= now }.map(\.key).sorted()
    }

    // MARK: claims

    /// Starts a transaction whose claim was obtained.
    ///
    /// - Parameters:
    ///   - transaction: with all that the journal knows of it.
    ///   - submission: what the journal says, read under the claim.
    mutating func claimed(_ id: Int, _ transaction: PendingTransaction, _ submission: Submission, now: UInt64) {
        unclaimed[id] = nil
        machines[id] = SubmissionStateMachine(
            transaction, submission, pool, now: now, wait: wait, lastSequence: entries[id].lastSequence,
            mayPost: !strays.contains(id))
        ready.append(id)
    }

    /// Handles a transaction that another program has claimed.
    ///
    /// - Parameter submission: what the journal says; final when the other program has settled it.
    mutating func taken(_ id: Int, _ submission: Submission, now: UInt64) {
        let deadline = unclaimed[id]?.end ?? now + wait
        guard !submission.isFinal, now + 1 <= deadline else {
            unclaimed[id] = nil
            return end(id, submission, wasFinal: false)
        }
        unclaimed[id] = (now + 1, deadline)
    }

    // MARK: endings

    private mutating func end(_ id: Int, _ submission: Submission, wasFinal: Bool) {
        let wasApplied: Bool?
        switch submission.state {
        case .included:
            counts.included += 1
            wasApplied = true
        case .failed, .expired:
            counts.failed += 1
            // A transaction that failed in a ledger has used its number: the next one can be applied, with
            // --past-failures.
            wasApplied = passesFailures && wasFinal && submission.ledger != nil
        case .queued, .sent, .pending:
            counts.pending += 1
            wasApplied = nil
        }
        close(id, .known)
        let queue = entries[id].queue
        guard strays.remove(id) == nil, queues[queue].ended(id, wasApplied: wasApplied) else { return }
        switch queues[queue].state {
        case .going: if !queues[queue].current.isEmpty { waitingQueues.append(queue) }
        case .blocked(let earlier):
            for later in queues[queue].later where !hasEnded[later] && !strays.contains(later) {
                holds.append((later, earlier))
            }
        case .stopped(let earlier):
            for later in queues[queue].later {
                counts.pending += 1
                close(later, .waiting(for: earlier))
            }
        }
    }

    private mutating func close(_ id: Int, _ ending: Ending) {
        hasEnded[id] = true
        endings.append((id, ending))
    }

    // MARK: what came of it

    /// Takes the journal's states after each step of the turn, in order.
    mutating func written(_ submissions: [Submission]) {
        let purposes = writing
        writing = []
        for (purpose, submission) in zip(purposes, submissions) {
            switch purpose {
            case .attempt(let id, let server):
                guard submission.state == .sent else {
                    machines[id]?.settledElsewhere(submission)
                    inFlight.remove(id)
                    ready.append(id)
                    continue
                }
                if submission.attempts == 1 { counts.sent += 1 }
                machines[id]?.begun(submission, at: server)
            case .outcome(let id):
                machines[id]?.written(submission)
                ready.append(id)
            case .hold(let id, let earlier):
                if submission.held != nil {
                    counts.held += 1
                    close(id, .blocked(by: earlier))
                } else {
                    strays.insert(id)
                    claimable.append(id)
                }
            }
        }
    }

    mutating func answered(_ id: Int, server: Int, _ answer: StatusQuery.Answer, now: UInt64) {
        inFlight.remove(id)
        if case .silence(let seconds, let words) = answer {
            pool.rest(server, seconds: seconds, now: now)
            if let words { remark(words) }
        }
        if let closedAt = answer.closedAt { pool.ledgerTime = max(pool.ledgerTime ?? closedAt, closedAt) }
        machines[id]?.answered(answer)
        ready.append(id)
    }

    mutating func posted(_ id: Int, _ answer: SubmitAnswer, now: UInt64) {
        inFlight.remove(id)
        machines[id]?.posted(answer, &pool, now: now)
        ready.append(id)
    }
}

/// The queue of one account's transactions, ordered by sequence number. The network applies them in order, so each must
/// be applied before the next is submitted; after a failure, the rest is not submitted.
struct AccountQueue {
    enum State: Hashable {
        case going
        /// A transaction failed, which ends the queue for good.
        case blocked(by: Int)
        /// A transaction's outcome is unknown, which stops the queue for this run.
        case stopped(by: Int)
    }

    /// Steps of the queue: transactions that use the same number (a payment, and a fee bump of it), of which one can be
    /// applied.
    private let steps: [[Int]]
    private var position = 0
    private var open: Set<Int>
    private var hasAdvanced = false
    private var lastUnsettled: Int?
    private(set) var state = State.going

    /// - Parameter members: the transactions with their sequence numbers, in any order.
    init(_ members: [(id: Int, sequence: Int64)]) {
        steps = Dictionary(grouping: members, by: \.sequence).sorted { $0.key < $1.key }.map { $0.value.map(\.id) }
        open = Set(steps.first ?? [])
    }

    /// The transactions that may be submitted now.
    var current: [Int] { position < steps.count ? steps[position] : [] }

    /// The transactions after the current ones.
    var later: [Int] { steps.dropFirst(position + 1).flatMap { $0 } }

    /// Whether the queue ends if this one fails: no other that uses the number is left, and none was applied.
    func endsWith(failureOf id: Int) -> Bool { open == [id] && !hasAdvanced && lastUnsettled == nil }

    /// Records the end of a transaction.
    ///
    /// - Parameter wasApplied: whether it was applied successfully; nil when its outcome is unknown.
    /// - Returns: whether the step is complete, and the queue has advanced or ended.
    mutating func ended(_ id: Int, wasApplied: Bool?) -> Bool {
        open.remove(id)
        switch wasApplied {
        case true?: hasAdvanced = true
        case false?: break
        case nil: lastUnsettled = id
        }
        guard open.isEmpty else { return false }
        if hasAdvanced {
            position += 1
            open = Set(current)
            (hasAdvanced, lastUnsettled) = (false, nil)
        } else {
            state = lastUnsettled.map { .stopped(by: $0) } ?? .blocked(by: id)
        }
        return true
    }
}
