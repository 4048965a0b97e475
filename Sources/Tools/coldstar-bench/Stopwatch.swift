// SPDX-License-Identifier: Apache-2.0

import Codec

/// Runs a job repeatedly for about a given time, and prints its rate.
struct Stopwatch {
    /// The one metric to measure, so that a profiler sees nothing else; nil for all.
    let only: String?

    /// Prints `name ops_per_cpu_second ops_per_wall_second`. The machine may be shared, so CPU time says more.
    ///
    /// - Parameters:
    ///   - weight: the number of operations in one run.
    ///   - batch: runs between two readings of the clock.
    ///   - job: called with the number of its run, from 0.
    func measure(
        _ name: String, seconds: Double = 0.5, weight: Int = 1, batch: Int = 20, job: (Int) throws -> Void
    ) rethrows {
        if let only, only != name { return }
        var runs = 0
        let (wall, cpu) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
        repeat {
            // Reading the clock costs as much as a short job.
            for _ in 0..<batch {
                try job(runs)
                runs += 1
            }
        } while now(CLOCK_MONOTONIC) - wall < seconds
        let operations = Double(runs * weight)
        let perCPU = operations / (now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
        let perWall = operations / (now(CLOCK_MONOTONIC) - wall)
        print("\(name) \(Int(perCPU)) \(Int(perWall))")
    }

    /// Keeps the optimiser from removing work whose result is not used.
    @inline(never)
    static func use(_ value: some Any) {}

    private func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
