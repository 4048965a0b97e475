// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch
import Stellar
import StellarXDR
import Synchronization
import Workspace

/// The work that runs beside the pages, by what it is of: results that take a while, such as what servers say, and
/// submissions. A page shows what is known and how far the work is.
///
/// Fetches wait for each other; submissions begin at once or are refused. What matters of a submission is in the
/// journal.
final class JobQueue: Sendable {
    /// What is known of a result.
    struct Known<Value: Hashable & Sendable>: Sendable {
        /// The last result; nil while there is none yet.
        let result: Result<Value, Failure>?
        let isRunning: Bool

        var value: Value? { try? result?.get() }
        var failure: Failure? { if case .failure(let failure)? = result { failure } else { nil } }

        /// What is known of a part of the result.
        func map<Part: Hashable & Sendable>(_ part: (Value) -> Result<Part, Failure>) -> Known<Part> {
            Known<Part>(result: result.map { $0.flatMap(part) }, isRunning: isRunning)
        }
    }

    /// How far a submission is.
    struct Run: Hashable, Sendable {
        /// What it waits for, in words.
        var text: String
        var isRunning = true
        /// Why it ended before the outcome was known, or without one.
        var failure: Failure?
    }

    /// A result of any type.
    private struct Stored: Sendable, Equatable {
        let value: any Hashable & Sendable

        static func == (one: Stored, other: Stored) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }
    }

    private struct Entry {
        var result: Result<Stored, Failure>?
        var finished: ContinuousClock.Instant?
        var used = ContinuousClock.now
        /// Whether it runs, or waits for its turn.
        var isRunning = false
        /// What a submission waits for.
        var progress = ""
    }

    private struct State {
        var entries: [JobKey: Entry] = [:]
        /// The number of fetches that run.
        var running = 0
        /// The number of submissions that run, of one transaction or of several.
        var submitting = 0
        /// The fetches that wait for their turn, the first one first.
        var waiting: [@Sendable () -> Void] = []

        /// Changes an entry, for which room is made if it is new.
        mutating func change<R>(_ key: JobKey, _ body: (inout Entry) -> R) -> R {
            if entries[key] == nil { makeRoom(for: key.kind) }
            return body(&entries[key, default: Entry()])
        }

        /// Results and submissions have room of their own. What runs stays.
        private mutating func makeRoom(for kind: JobKey.Kind) {
            let alike = entries.filter { ($0.key.kind == .submission) == (kind == .submission) }
            guard alike.count >= (kind == .submission ? JobQueue.mostSubmitted : JobQueue.mostResults),
                let oldest = alike.filter({ !$0.value.isRunning }).min(by: { $0.value.used < $1.value.used })
            else { return }
            entries[oldest.key] = nil
        }
    }

    /// How many fetches run at the same time.
    private static let mostFetches = 8
    /// A submission is refused while this many run, each with connections of its own (docs/decisions/0036).
    private static let mostSubmissions = 8
    /// How many results are kept.
    private static let mostResults = 200
    private static let mostSubmitted = 500
    /// How long a page waits for a result that is not known yet: most servers answer within.
    static let timeout = Swift.Duration.milliseconds(60)

    private let queue = DispatchQueue(label: "coldstar.desk.jobs", attributes: .concurrent)
    private let state = Mutex(State())
    private let changes: ChangeFeed

    init(_ changes: ChangeFeed) { self.changes = changes }

    // MARK: results

    /// What is known of a result; fetches it if there is none that is fresh. Pages are told when a new result differs.
    ///
    /// - Parameters:
    ///   - age: how old a result may be.
    ///   - timeout: how long to wait for a first result.
    ///   - work: makes the result; may use the network.
    func known<Value: Hashable & Sendable>(
        _ key: JobKey, age: Swift.Duration, timeout: Swift.Duration = JobQueue.timeout,
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) -> Known<Value> {
        let now = ContinuousClock.now
        let isStarted = state.withLock { state in
            state.change(key) { entry in
                entry.used = now
                let isFresh = entry.finished.map { $0 + age > now } ?? false
                let starts = !entry.isRunning && !isFresh
                if starts { entry.isRunning = true }
                return starts
            }
        }
        if isStarted {
            let done = DispatchSemaphore(value: 0)
            enqueue { [self] in
                let result: Result<Value, Failure>
                do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
                if finish(key, result.map { Stored(value: $0) }) { changes.post() }
                done.signal()
            }
            let needsWait = state.withLock { $0.entries[key]?.result == nil }
            if needsWait { _ = done.wait(timeout: .now() + .milliseconds(Int(timeout / .milliseconds(1)))) }
        }
        let entry = state.withLock { $0.entries[key] }
        return Known(result: entry?.result.flatMap { Self.typed($0) }, isRunning: entry?.isRunning ?? false)
    }

    private static func typed<Value>(_ result: Result<Stored, Failure>) -> Result<Value, Failure>? {
        switch result {
        case .success(let value): (value.value as? Value).map { .success($0) }
        case .failure(let failure): .failure(failure)
        }
    }

    /// Makes the next page fetch results again.
    ///
    /// - Parameters:
    ///   - age: newer results stay.
    ///   - isMeant: which results.
    func expire(olderThan age: Swift.Duration = .zero, _ isMeant: (JobKey) -> Bool) {
        let end = ContinuousClock.now - age
        state.withLock { state in
            for (key, entry) in state.entries where isMeant(key) && entry.finished.map({ $0 <= end }) == true {
                state.entries[key]?.finished = nil
            }
        }
    }

    /// Takes a result that is known from elsewhere.
    func keep(_ value: some Hashable & Sendable, as key: JobKey) {
        state.withLock { state in
            state.change(key) { entry in
                entry.result = .success(Stored(value: value))
                entry.finished = .now
            }
        }
    }

    /// Drops results that are wrong now, instead of showing them until there are new ones.
    func forget(_ isMeant: (JobKey) -> Bool) {
        state.withLock { state in
            for key in state.entries.keys where isMeant(key) {
                state.entries[key]?.result = nil
                state.entries[key]?.finished = nil
            }
        }
    }

    // MARK: submissions

    /// How far the submission of a transaction is; nil for one that this desk did not submit.
    func submission(of hash: TransactionHash) -> Run? {
        state.withLock { $0.entries[.submission(hash)] }.map { entry in
            let failure: Failure? = if case .failure(let failure)? = entry.result { failure } else { nil }
            return Run(text: entry.progress, isRunning: entry.isRunning, failure: failure)
        }
    }

    /// Submits transactions beside the pages, which are told of each step.
    ///
    /// - Parameters:
    ///   - hashes: nothing is done if one of them is being submitted already.
    ///   - work: told how to report what it waits for.
    /// - Throws: `.refused` while too many are running.
    func submit(
        _ hashes: [TransactionHash],
        _ work: @escaping @Sendable (_ say: (String) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let keys = hashes.map { JobKey.submission($0) }
        let isFull = state.withLock { state -> Bool? in
            guard !keys.contains(where: { state.entries[$0]?.isRunning == true }) else { return nil }
            guard state.submitting < Self.mostSubmissions else { return true }
            state.submitting += 1
            for key in keys {
                state.change(key) { $0 = Entry(isRunning: true, progress: "checking the signatures") }
            }
            return false
        }
        guard let isFull else { return }
        guard !isFull else { throw Failure(.refused, "too many submissions are running: wait for one to end") }
        changes.post()
        queue.async { [self] in
            var result: Result<Stored, Failure> = .success(Stored(value: true))
            do throws(Failure) {
                try work { text in
                    state.withLock { state in for key in keys { state.entries[key]?.progress = text } }
                    for hash in hashes { changes.post(progress: text, of: hash.hex) }
                }
            } catch { result = .failure(error) }
            for key in keys { _ = finish(key, result) }
            state.withLock { $0.submitting -= 1 }
            changes.post()
        }
    }

    // MARK: the queue

    private func enqueue(_ job: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            guard state.running < Self.mostFetches else {
                state.waiting.append(job)
                return false
            }
            state.running += 1
            return true
        }
        if starts { start(job) }
    }

    /// Runs a fetch, and the next one in its place.
    private func start(_ job: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            job()
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.running -= 1
                return nil
            }
            if let next { start(next) }
        }
    }

    /// Records a result.
    ///
    /// - Returns: whether it differs from the last one.
    private func finish(_ key: JobKey, _ result: Result<Stored, Failure>) -> Bool {
        state.withLock { state in
            let isNews = state.entries[key]?.result != result
            state.change(key) { entry in
                (entry.result, entry.finished, entry.isRunning) = (result, .now, false)
            }
            return isNews
        }
    }
}

/// What a job is of.
enum JobKey: Hashable, Sendable {
    /// What jobs have in common, so that all of them can expire together.
    enum Kind: Hashable, Sendable {
        case anchor, issuers, transfer, overview, check, submission
    }

    case anchorOffers(domain: String)
    case anchorToml(domain: String)
    case anchorCustomer(domain: String, subject: String, type: String?)
    case issuers([AccountID])
    case transfer(Int64)
    case overview([AccountID], [Contact])
    case account(AccountID, cursor: UInt64?, [Contact])
    /// - Parameter count: how many signatures there are.
    case check(TransactionHash, count: Int)
    case submission(TransactionHash)

    var kind: Kind {
        switch self {
        case .anchorOffers, .anchorToml, .anchorCustomer: .anchor
        case .issuers: .issuers
        case .transfer: .transfer
        case .overview, .account: .overview
        case .check: .check
        case .submission: .submission
        }
    }

    /// Whether it is of this transaction's signatures.
    func isAboutSignatures(of hash: TransactionHash) -> Bool {
        if case .check(let own, _) = self { own == hash } else { false }
    }

    /// Whether it is of what an anchor knows about a customer.
    func isOfCustomer(at domain: String) -> Bool {
        if case .anchorCustomer(domain, _, _) = self { true } else { false }
    }
}
