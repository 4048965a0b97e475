// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Terminal

/// The progress of a long job, by a clock that the test moves.
struct ProgressTests {
    /// A clock that stands still until it is moved.
    private final class Clock {
        var time = Duration.seconds(1000)
    }

    private let clock = Clock()

    /// The progress of a job that begins now.
    private func progress() -> Progress {
        var progress = Progress("signing", "transactions") { [clock] in clock.time }
        #expect(progress.line(0, of: 20, columns: 80) == nil)
        return progress
    }

    @Test func `says nothing in the first two seconds`() {
        var progress = progress()
        for tenth in 0..<20 {
            clock.time = .seconds(1000) + .milliseconds(100 * tenth)
            #expect(progress.line(tenth, of: 20, columns: 80) == nil)
        }
        clock.time = .seconds(1002)
        #expect(progress.line(19, of: 20, columns: 80) == "signing 19 of 20 transactions, about 1 s left")
    }

    @Test func `says something new at most ten times a second`() {
        var progress = progress()
        var lines = 0
        for step in 0..<3000 {
            clock.time += .milliseconds(1)
            if progress.line(step, of: 3000, columns: 80) != nil { lines += 1 }
        }
        #expect((10...11).contains(lines))
    }

    @Test(arguments: [
        (25, 100, "signing 25 of 100 transactions, about 30 s left"), (0, 100, "signing 0 of 100 transactions"),
        (100, 100, "signing 100 of 100 transactions"), (120, 100, "signing 100 of 100 transactions"),
        (1, 1_000_000, "signing 1 of 1000000 transactions, about 2777 h 46 min left"),
    ])
    func `estimates the time left from the time that passed`(done: Int, total: Int, text: String) {
        var progress = progress()
        clock.time += .seconds(10)
        #expect(progress.line(done, of: total, columns: 80) == text)
    }

    @Test func `estimates nothing without a total`() {
        var progress = progress()
        clock.time += .seconds(10)
        #expect(progress.line(7, of: nil, columns: 80) == "signing 7 transactions")
    }

    @Test func `survives numbers that make no sense`() {
        for (done, total) in [(1, Int.max), (Int.max, 1), (-1, 5), (3, -1), (0, 0)] {
            var progress = progress()
            clock.time += .seconds(100_000)
            #expect(progress.line(done, of: total, columns: 80) != nil)
        }
    }

    @Test func `never exceeds the columns`() {
        for columns in 1...100 {
            var progress = progress()
            clock.time += .seconds(10)
            #expect((progress.line(25, of: 100, columns: columns)?.utf8.count ?? .max) <= columns)
        }
    }

    @Test func `the time before the first count is not part of the job`() {
        var progress = Progress("signing", "transactions") { [clock] in clock.time }
        clock.time += .seconds(60)
        #expect(progress.line(1, of: 4, columns: 80) == nil)
        clock.time += .seconds(1)
        #expect(progress.line(2, of: 4, columns: 80) == nil)
        clock.time += .seconds(1)
        #expect(progress.line(3, of: 4, columns: 80) == "signing 3 of 4 transactions, about 1 s left")
    }

    @Test func `says nothing where a clock goes back`() {
        var progress = progress()
        clock.time = .zero
        #expect(progress.line(1, of: 2, columns: 80) == nil)
    }
}
