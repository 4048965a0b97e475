// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch
import Stellar
import StellarXDR
import Synchronization
import Testing

@testable import Desk

/// Fetches and submissions beside the pages.
struct JobQueueTests {
    private let feed = ChangeFeed()
    private let queue: JobQueue

    init() { queue = JobQueue(feed) }

    /// - Parameter number: below 10.
    private func hash(_ number: Int) throws -> TransactionHash {
        try #require(TransactionHash(hex: String(repeating: "0\(number)", count: 32)))
    }

    private func fetch(_ name: String, _ work: @escaping @Sendable () throws(Failure) -> Int) -> JobQueue.Known<Int> {
        queue.known(.anchorToml(domain: name), age: .seconds(600), work)
    }

    private func wait(_ isDone: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(20)
        while !isDone() {
            try #require(ContinuousClock.now < end)
            usleep(1000)
        }
    }

    @Test func `a result is fetched once while it is fresh, and a failure is a result`() throws {
        let calls = Mutex(0)
        func ask(_ key: String) -> JobQueue.Known<Int> {
            fetch(key) { () throws(Failure) in
                let count = calls.withLock { count in
                    count += 1
                    return count
                }
                if key == "bad" { throw Failure(.unreachable, "no server") }
                return count
            }
        }
        try wait { ask("good").result != nil }
        #expect(ask("good").value == 1 && ask("good").value == 1)
        try wait { ask("bad").result != nil }
        #expect(ask("bad").failure?.message == "no server" && ask("bad").value == nil)
        #expect(calls.withLock { $0 } == 2)
        queue.expire { $0 == .anchorToml(domain: "good") }
        try wait { ask("good").value == 3 }
        #expect(ask("bad").failure != nil && calls.withLock { $0 } == 3)
    }

    @Test func `a result that is kept or forgotten is no longer the one that was fetched`() throws {
        try wait { fetch("a") { 1 }.value == 1 }
        queue.keep(5, as: .anchorToml(domain: "a"))
        #expect(fetch("a") { 1 }.value == 5)
        queue.forget { $0.kind == .anchor }
        try wait { fetch("a") { 7 }.value == 7 }
    }

    @Test func `fetches beyond eight wait for their turn, and all are made`() throws {
        let gate = DispatchSemaphore(value: 0)
        let running = Mutex(0)
        let most = Mutex(0)
        let done = Mutex(0)
        func ask(_ number: Int) -> JobQueue.Known<Int> {
            queue.known(.transfer(Int64(number)), age: .seconds(600), timeout: .zero) { () throws(Failure) in
                let count = running.withLock { count in
                    count += 1
                    return count
                }
                most.withLock { $0 = max($0, count) }
                gate.wait()
                running.withLock { $0 -= 1 }
                done.withLock { $0 += 1 }
                return number
            }
        }
        for number in 0..<20 { #expect(ask(number).isRunning) }
        try wait { running.withLock { $0 } == 8 }
        #expect(ask(19).result == nil && ask(19).isRunning)
        for _ in 0..<20 { gate.signal() }
        try wait { done.withLock { $0 } == 20 && ask(19).value == 19 }
        #expect(most.withLock { $0 } == 8)
    }

    @Test func `a submission tells how far it is, and why it ended`() throws {
        let gate = DispatchSemaphore(value: 0)
        let hash = try hash(1)
        #expect(queue.submission(of: hash) == nil)
        try queue.submit([hash]) { say throws(Failure) in
            say("waits for ledger 7")
            gate.wait()
            throw Failure(.unreachable, "no server")
        }
        try wait { queue.submission(of: hash)?.text == "waits for ledger 7" }
        #expect(queue.submission(of: hash)?.isRunning == true && queue.submission(of: hash)?.failure == nil)
        gate.signal()
        try wait { queue.submission(of: hash)?.isRunning == false }
        #expect(queue.submission(of: hash)?.failure?.message == "no server")
        try queue.submit([hash]) { _ throws(Failure) in }
        try wait { queue.submission(of: hash)?.isRunning == false }
        #expect(queue.submission(of: hash)?.failure == nil)
    }

    @Test func `a transaction is not submitted twice at the same time, and too many are refused`() throws {
        let gate = DispatchSemaphore(value: 0)
        let calls = Mutex(0)
        func submit(_ hashes: [TransactionHash]) throws(Failure) {
            try queue.submit(hashes) { _ throws(Failure) in
                calls.withLock { $0 += 1 }
                gate.wait()
            }
        }
        // Eight runs, one of them with two transactions.
        let hashes = try (0..<10).map { try hash($0) }
        try submit(Array(hashes[0..<2]))
        try submit([hashes[1]])
        for hash in hashes[2..<9] { try submit([hash]) }
        #expect { try submit([hashes[9]]) } throws: { ($0 as? Failure)?.kind == .refused }
        #expect(queue.submission(of: hashes[9]) == nil)
        try wait { calls.withLock { $0 } == 8 }
        for _ in 0..<8 { gate.signal() }
        // The last transaction of a run ends a moment before the run.
        try wait { (try? submit([hashes[9]])) != nil }
        gate.signal()
        try wait { hashes.allSatisfy { queue.submission(of: $0)?.isRunning == false } }
        #expect(calls.withLock { $0 } == 9)
    }
}
