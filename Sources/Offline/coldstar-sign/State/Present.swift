// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Review
import Stellar
import Vault

/// What time it is for a review, and what time it is for the journal.
struct Present {
    /// The clock's time, or that of `--now`; but never before the journal's last entry.
    let now: Timestamp
    /// The journal's last entry, when `--now` was before it.
    let laterKnown: Timestamp?
    /// What is written down and what days are counted by: `now`, but never later than the clock has been. So `--now` neither makes
    /// what was spent today yesterday's, nor leaves a time in the journal that every later entry would have to follow.
    let counted: Timestamp
    /// The end of the day that a policy's sums are counted over: never later than the system's wall clock. A time in the record, or a
    /// boot clock that a time namespace shifts, then counts more of what was spent, and never less.
    let endOfDay: Timestamp
    /// Whether `--now` was given.
    private let isTold: Bool
    /// The clocks as they were read, for the seals; nil where the system does not tell.
    let reading: ClockReading?

    /// - Parameters:
    ///   - given: the clock's time, or that of `--now`.
    ///   - machine: the machine's time, see `MachineClock`.
    ///   - latest: the latest time of the journal's proven lines.
    init(given: Timestamp, machine: Timestamp, latest: Timestamp?, isTold: Bool, reading: ClockReading? = nil) {
        now = max(given, latest ?? given)
        laterKnown = isTold && given < now ? now : nil
        // A clock that whoever starts the program has set ahead of the system's own counts for nothing here.
        let latestPossible = max(machine, latest ?? machine)
        counted = isTold ? min(now, latestPossible) : latestPossible
        endOfDay = min(counted, reading?.wall ?? machine)
        self.isTold = isTold
        self.reading = reading
    }

    /// What is written down once it is signed, which may be long after: the input was waited for, and a person, and the PIN. Written
    /// as of the beginning it would be forgotten too early where days are counted.
    ///
    /// - Parameter latest: the latest time of the proven lines.
    func counted(after latest: Timestamp?) -> Timestamp {
        max(counted, latest ?? counted, isTold ? counted : MachineClock.time(after: [reading].compactMap { $0 }))
    }

    func complete(_ input: inout ReviewInput) {
        input.laterKnown = laterKnown
        input.countedUpTo = endOfDay
    }

    /// With nobody there a limit for the day is worth nothing if whoever starts the program says which day it is: a later one, or one
    /// before today that nothing was signed on.
    func check(yes: Bool, _ policy: Policy?) throws(Failure) {
        guard yes, isTold, let policy, policy.perDay != .unlimited else { return }
        throw Failure(
            .refused, "the policy limits what is signed in a day, and --now would say which day it is",
            hint: "set the clock, and leave out --now; or leave out --yes, and agree at a terminal")
    }
}
