// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch
import Synchronization

/// Results that take a while, such as what servers say: a page shows the last one, and a new one is fetched beside it.
final class JobBoard: Sendable {
    /// What is known of a result.
    struct Known<Value: Hashable & Sendable>: Sendable {
        /// The last result; nil while there is none yet.
        let result: Result<Value, Failure>?
        let isRunning: Bool

        var value: Value? { try? result?.get() }
        var failure: Failure? { if case .failure(let failure)? = result { failure } else { nil } }
    }

    /// A result of any type.
    private struct Stored: Sendable, Equatable {
        let value: any Hashable & Sendable

        static func == (one: Stored, other: Stored) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }
    }

    private struct Entry {
        var result: Result<Stored, Failure>?
        var finished: ContinuousClock.Instant?
        var used: ContinuousClock.Instant
        var isRunning = false
    }

    /// How many results are kept.
    private static let most = 200
    /// How long a page waits for a result that is not known yet: most servers answer within.
    static let patience = Duration.milliseconds(60)

    private let queue = DispatchQueue(label: "coldstar.desk.jobs", attributes: .concurrent)
    private let slots = DispatchSemaphore(value: 8)
    private let entries = Mutex<[JobKey: Entry]>([:])
    private let changes: ChangeFeed

    init(_ changes: ChangeFeed) { self.changes = changes }

    /// What is known of a result; starts the job if there is none that is fresh. Pages are told when a new result differs.
    ///
    /// - Parameters:
    ///   - age: how old a result may be.
    ///   - patience: how long to wait for a first result.
    ///   - work: makes the result; may use the network.
    func known<Value: Hashable & Sendable>(
        _ key: JobKey, age: Duration, patience: Duration = JobBoard.patience,
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) -> Known<Value> {
        let now = ContinuousClock.now
        let isStarted = entries.withLock { entries in
            if entries[key] == nil { Self.makeRoom(&entries) }
            var entry = entries[key] ?? Entry(used: now)
            entry.used = now
            let isFresh = entry.finished.map { $0 + age > now } ?? false
            let starts = !entry.isRunning && !isFresh
            if starts { entry.isRunning = true }
            entries[key] = entry
            return starts
        }
        if isStarted {
            let done = DispatchSemaphore(value: 0)
            queue.async { [self] in
                slots.wait()
                defer { slots.signal() }
                let result: Result<Value, Failure>
                do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
                finish(key, result.map { Stored(value: $0) })
                done.signal()
            }
            let needsWait = entries.withLock { $0[key]?.result == nil }
            if needsWait { _ = done.wait(timeout: .now() + .milliseconds(Int(patience / .milliseconds(1)))) }
        }
        return entries.withLock { entries in
            let entry = entries[key]
            return Known(
                result: entry?.result.flatMap { Self.typed($0) }, isRunning: entry?.isRunning ?? false)
        }
    }

    /// Makes the next page fetch results again.
    ///
    /// - Parameters:
    ///   - age: newer results stay.
    ///   - isMeant: which results.
    func expire(olderThan age: Duration = .zero, _ isMeant: (JobKey) -> Bool) {
        let end = ContinuousClock.now - age
        entries.withLock { entries in
            for (key, entry) in entries where isMeant(key) && entry.finished.map({ $0 <= end }) == true {
                entries[key]?.finished = nil
            }
        }
    }

    /// Takes a result that is known from elsewhere.
    func keep(_ value: some Hashable & Sendable, as key: JobKey) {
        entries.withLock { entries in
            if entries[key] == nil { Self.makeRoom(&entries) }
            var entry = entries[key] ?? Entry(used: .now)
            (entry.result, entry.finished) = (.success(Stored(value: value)), .now)
            entries[key] = entry
        }
    }

    /// Drops results that are wrong now, instead of showing them until there are new ones.
    func forget(_ isMeant: (JobKey) -> Bool) {
        entries.withLock { entries in
            for key in entries.keys where isMeant(key) {
                entries[key]?.result = nil
                entries[key]?.finished = nil
            }
        }
    }

    private func finish(_ key: JobKey, _ result: Result<Stored, Failure>) {
        let isNews = entries.withLock { entries in
            guard var entry = entries[key] else { return false }
            let isNews = entry.result != result
            (entry.result, entry.finished, entry.isRunning) = (result, .now, false)
            entries[key] = entry
            return isNews
        }
        if isNews { changes.post() }
    }

    private static func typed<Value>(_ result: Result<Stored, Failure>) -> Result<Value, Failure>? {
        switch result {
        case .success(let value): (value.value as? Value).map { .success($0) }
        case .failure(let failure): .failure(failure)
        }
    }

    private static func makeRoom(_ entries: inout [JobKey: Entry]) {
        guard entries.count >= most,
            let oldest = entries.filter({ !$0.value.isRunning }).min(by: { $0.value.used < $1.value.used })
        else { return }
        entries[oldest.key] = nil
    }
}
