// SPDX-License-Identifier: Apache-2.0

import Horizon
import Journal
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
        case ask(id: Int, server: Int, Inquiry.Fact)
        case post(id: Int, server: Int, Posting.Door)
    }

    /// How one transaction ended in this run.
    enum Ending: Hashable {
        /// As recorded in the journal.
        case known
        /// Not submitted, because an earlier transaction of its account failed.
        case dead(behind: Int)
        /// Not submitted in this run, because the outcome of an earlier transaction of its account is unknown.
        case waiting(behind: Int)
    }

    private struct Entry {
        let target: Target
        let row: Int
        /// The account's last used number, if this run has seen it.
        let lastSequence: Int64?
    }

    private let entries: [Entry]
    private let wait: UInt64
    /// The maximum number of concurrent requests.
    private let parallel: Int
    /// Whether queues continue after transactions that had failed in a ledger before this run.
    private let passesFailures: Bool
    private var rows: [Row]
    private(set) var board: ServerBoard
    private(set) var counts: SubmitCounts

    /// Queues with something to submit, in the order in which they become active (from the end).
    private var waitingRows: [Int]
    private var pursuits: [Int: Pursuit] = [:]
    /// Transactions claimed by another program: when to try again, and when to give up.
    private var unclaimed: [Int: (next: UInt64, end: UInt64)] = [:]
    /// Transactions after a failed one that may have been submitted in an earlier run: looked up, not submitted again.
    private var strays: Set<Int> = []
    private var claimable: [Int] = []
    private var holds: [(id: Int, behind: Int)] = []
    private var hasEnded: [Bool]
    private var sleeping: [(until: UInt64, id: Int)] = []
    private var ready: [Int] = []
    private var underWay: Set<Int> = []
    private var writing: [Writing] = []
    private var endings: [(id: Int, Ending)] = []
    private var remarks: [String] = []
    private var hasRemarked: Set<String> = []

    /// The purpose of a journal step of the turn.
    private enum Writing {
        case outcome(Int)
        case attempt(Int, server: Int)
        case hold(Int, behind: Int)
    }

    /// The maximum number of concurrent submissions; each holds a claim, and so an open file.
    private static let mostActive = 256

    /// - Parameter lastSequence: the last used number of a target's account, if this run has seen it.
    init(
        _ targets: [Target], _ board: ServerBoard, wait: UInt64, parallel: Int, passesFailures: Bool = false,
        lastSequence: (Target) -> Int64?
    ) {
        var places: [AccountID: Int] = [:]
        var members: [[(id: Int, sequence: Int64)]] = []
        entries = targets.enumerated().map { id, target in
            let row = places[target.source] ?? members.count
            if row == members.count {
                places[target.source] = row
                members.append([])
            }
            members[row].append((id, target.sequence))
            return Entry(target: target, row: row, lastSequence: lastSequence(target))
        }
        rows = members.map { Row($0) }
        waitingRows = Array(rows.indices.reversed())
        hasEnded = Array(repeating: false, count: targets.count)
        counts = SubmitCounts(total: targets.count)
        self.board = board
        self.wait = wait
        self.parallel = max(1, parallel)
        self.passesFailures = passesFailures
    }

    var isDone: Bool { counts.ended == counts.total }
    func target(_ id: Int) -> Target { entries[id].target }
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

    mutating func turn(now: UInt64) -> Turn {
        var turn = Turn()
        wakeUp(now)
        while hasRoom, let row = waitingRows.popLast() { claimable += rows[row].current }
        turn.claims = claimable
        claimable = []
        for (id, behind) in holds { hold(id, behind: behind, &turn) }
        holds = []
        var blocked: [Int] = []
        for id in ready where !advance(id, &turn, now) { blocked.append(id) }
        ready = blocked
        // An ending may have freed a place or advanced a queue.
        let goesOn = !claimable.isEmpty || !holds.isEmpty || hasRoom && !waitingRows.isEmpty
        turn.wake = goesOn ? now : (sleeping.map(\.until) + unclaimed.values.map(\.next)).min()
        return turn
    }

    private var hasRoom: Bool { pursuits.count + unclaimed.count + claimable.count < Self.mostActive }

    /// Adds a transaction's next action to the turn; false when there is no room for its request.
    private mutating func advance(_ id: Int, _ turn: inout Turn, _ now: UInt64) -> Bool {
        guard var pursuit = pursuits[id] else { return true }
        var words: [String] = []
        let want = pursuit.next(board, now: now) { words.append($0) }
        pursuits[id] = pursuit
        for word in words { remark(word) }
        switch want {
        case .ask(let server, let fact):
            guard underWay.count < parallel else { return false }
            underWay.insert(id)
            turn.requests.append(.ask(id: id, server: server, fact))
        case .post(let server, let door):
            guard underWay.count < parallel else { return false }
            underWay.insert(id)
            turn.steps.append(.attempt(hash: hash(id)))
            writing.append(.attempt(id, server: server))
            turn.requests.append(.post(id: id, server: server, door))
        case .write(let outcome): write(outcome, of: id, &turn)
        case .rest(let until): sleeping.append((until, id))
        case .over:
            pursuits[id] = nil
            end(id, pursuit.known, wasFinal: pursuit.wasFinal)
        }
        return true
    }

    /// A failure and the holds that follow from it are recorded atomically, so that no later run submits the transactions after it.
    private mutating func write(_ outcome: SubmissionOutcome, of id: Int, _ turn: inout Turn) {
        turn.steps.append(.outcome(hash: hash(id), outcome))
        writing.append(.outcome(id))
        let row = rows[entries[id].row]
        guard outcome.isFailure, row.endsWith(failureOf: id) else { return }
        for later in row.later { hold(later, behind: id, &turn) }
    }

    private mutating func hold(_ id: Int, behind: Int, _ turn: inout Turn) {
        turn.steps.append(.hold(hash: hash(id), reason: "\(hash(behind)) failed before it"))
        writing.append(.hold(id, behind: behind))
    }

    private func hash(_ id: Int) -> String { entries[id].target.hash.hex }

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
    /// - Parameter submission: what the journal says, read under the claim.
    mutating func claimed(_ id: Int, _ submission: Submission, now: UInt64) {
        unclaimed[id] = nil
        let entry = entries[id]
        pursuits[id] = Pursuit(
            entry.target, submission, board, now: now, wait: wait, lastSequence: entry.lastSequence,
            mayPost: !strays.contains(id))
        ready.append(id)
    }

    /// Handles a transaction that another program has claimed.
    ///
    /// - Parameter submission: what the journal says; final when the other program has settled it.
    mutating func taken(_ id: Int, _ submission: Submission, now: UInt64) {
        let patience = unclaimed[id]?.end ?? now + wait
        guard !submission.isFinal, now + 1 <= patience else {
            unclaimed[id] = nil
            return end(id, submission, wasFinal: false)
        }
        unclaimed[id] = (now + 1, patience)
    }

    // MARK: endings

    private mutating func end(_ id: Int, _ submission: Submission, wasFinal: Bool) {
        let gotIn: Bool?
        switch submission.state {
        case .included:
            counts.included += 1
            gotIn = true
        case .failed, .expired:
            counts.failed += 1
            // A transaction that failed in a ledger has used its number: the next one can be applied, with --past-failures.
            gotIn = passesFailures && wasFinal && submission.ledger != nil
        case .queued, .sent, .pending:
            counts.pending += 1
            gotIn = nil
        }
        close(id, .known)
        let row = entries[id].row
        guard strays.remove(id) == nil, rows[row].ended(id, gotIn: gotIn) else { return }
        switch rows[row].state {
        case .going: if !rows[row].current.isEmpty { waitingRows.append(row) }
        case .dead(let behind):
            for later in rows[row].later where !hasEnded[later] && !strays.contains(later) {
                holds.append((later, behind))
            }
        case .stopped(let behind):
            for later in rows[row].later {
                counts.pending += 1
                close(later, .waiting(behind: behind))
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
                    pursuits[id]?.settledElsewhere(submission)
                    underWay.remove(id)
                    ready.append(id)
                    continue
                }
                if submission.attempts == 1 { counts.sent += 1 }
                pursuits[id]?.begun(submission, at: server)
            case .outcome(let id):
                pursuits[id]?.written(submission)
                ready.append(id)
            case .hold(let id, let behind):
                if submission.held != nil {
                    counts.failed += 1
                    close(id, .dead(behind: behind))
                } else {
                    strays.insert(id)
                    claimable.append(id)
                }
            }
        }
    }

    mutating func answered(_ id: Int, server: Int, _ answer: Inquiry.Answer, now: UInt64) {
        underWay.remove(id)
        if case .silence(let seconds) = answer { board.rest(server, seconds: seconds, now: now) }
        if case .ledger(_, let closedAt) = answer { board.ledgerTime = max(board.ledgerTime ?? closedAt, closedAt) }
        pursuits[id]?.answered(answer)
        ready.append(id)
    }

    mutating func posted(_ id: Int, _ answer: SubmitAnswer, now: UInt64) {
        underWay.remove(id)
        pursuits[id]?.posted(answer, &board, now: now)
        ready.append(id)
    }
}
