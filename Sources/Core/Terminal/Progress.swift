// SPDX-License-Identifier: Apache-2.0

import Codec

/// How far a long job has got: "reviewing 120 of 5000 transactions, about 14 s left".
///
/// Says nothing in the first two seconds after the first count, and then something new at most ten times a second.
package struct Progress {
    /// Seconds before it says anything: most jobs are over by then.
    static let quietSeconds = 2.0
    private static let pause = 0.1

    private let verb: String
    private let unit: String
    private let clock: () -> Duration
    /// The time and the count of the first call: what precedes it, such as a question, is not part of the job.
    private var first: (time: Duration, done: Int)?
    private var shownAt = -Double.infinity

    /// - Parameters:
    ///   - verb: what is being done: "reviewing".
    ///   - unit: what is counted: "transactions".
    ///   - clock: a time that only grows.
    package init(_ verb: String, _ unit: String, clock: @escaping () -> Duration) {
        (self.verb, self.unit, self.clock) = (verb, unit, clock)
    }

    /// The line to show now; nil if there is nothing new to say yet.
    ///
    /// - Parameters:
    ///   - done: how many are done.
    ///   - total: how many there are; nil if that is not known.
    ///   - columns: the maximum length of the line.
    package mutating func line(_ done: Int, of total: Int?, columns: Int) -> String? {
        let now = clock()
        guard let first else {
            first = (now, done)
            return nil
        }
        let seconds = (now - first.time) / .seconds(1)
        guard seconds >= Self.quietSeconds, seconds - shownAt >= Self.pause else { return nil }
        shownAt = seconds
        guard let total, total > 0 else { return String("\(verb) \(done) \(unit)".prefix(columns)) }
        let count = "\(verb) \(min(done, total)) of \(total)"
        var texts = ["\(count) \(unit)", count]
        if done > first.done, done < total {
            let left = (seconds * Double(total - done) / Double(done - first.done)).rounded(.up)
            let time = TimeSpan.text(seconds: Int64(min(left, Double(Int32.max))))
            texts.insert("\(count) \(unit), about \(time) left", at: 0)
        }
        return texts.first { $0.utf8.count <= columns } ?? String(count.prefix(columns))
    }

    /// A function that shows a job's progress at the terminal while it runs; it does nothing where no line can be shown.
    ///
    /// - Parameters:
    ///   - verb: as above.
    ///   - unit: as above.
    /// - Returns: takes how many are done, and how many there are.
    package static func counter(_ verb: String, _ unit: String) -> (_ done: Int, _ total: Int) -> Void {
        guard TransientLine.isPossible else { return { _, _ in } }
        let begun = ContinuousClock.now
        var progress = Progress(verb, unit) { ContinuousClock.now - begun }
        return { done, total in
            guard let line = progress.line(done, of: total, columns: TransientLine.columns) else { return }
            TransientLine.show(line)
        }
    }
}
