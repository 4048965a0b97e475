// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import Stellar
import Vault

/// The current time for a review and for the journal.
struct Present {
    /// The clock's time, or that of `--now`, but never before the journal's last entry.
    let now: Timestamp
    /// The time of the journal's last entry, if `--now` is earlier.
    let laterKnown: Timestamp?
    /// The time for journal entries and daily limits: `now`, but never later than the clock has been. With it, `--now` can neither move
    /// today's spending to another day nor leave a time in the journal that every later entry would have to follow.
    let counted: Timestamp
    /// The end of the day over which a policy's sums are counted, never later than the system's wall clock. A time in the journal, or a
    /// boot-time clock shifted by a time namespace, can then only increase the counted amount.
    let endOfDay: Timestamp
    /// Whether `--now` was given.
    private let isTold: Bool
    /// The clocks, for the seals; nil if the system does not provide them.
    let reading: ClockReading?

    /// - Parameters:
    ///   - given: the clock's time, or that of `--now`.
    ///   - machine: the machine's time, see `MachineClock`.
    ///   - latest: the latest time of the journal's proven lines.
    init(given: Timestamp, machine: Timestamp, latest: Timestamp?, isTold: Bool, reading: ClockReading? = nil) {
        now = max(given, latest ?? given)
        laterKnown = isTold && given < now ? now : nil
        // A clock that the caller of the program has set ahead of the system's own has no effect here.
        let latestPossible = max(machine, latest ?? machine)
        counted = isTold ? min(now, latestPossible) : latestPossible
        endOfDay = min(counted, reading?.wall ?? machine)
        self.isTold = isTold
        self.reading = reading
    }

    /// The time for a journal entry after signing, which may be long after the start: the program waits for input, the user and the PIN.
    /// With the starting time, the entry would leave the daily sums too early.
    ///
    /// - Parameter latest: the latest time of the proven lines.
    func counted(after latest: Timestamp?) -> Timestamp {
        max(counted, latest ?? counted, isTold ? counted : MachineClock.time(after: [reading].compactMap { $0 }))
    }

    func complete(_ input: inout ReviewInput) {
        input.laterKnown = laterKnown
        input.countedUpTo = endOfDay
    }

    /// Refuses `--now` with a daily limit when unattended: the caller could choose a later day, or an earlier one without signatures.
    func check(yes: Bool, _ policy: Policy?) throws(Failure) {
        guard yes, isTold, let policy, policy.perDay != .unlimited else { return }
        throw Failure(
            .refused, "the policy limits what is signed in a day, and --now would say which day it is",
            hint: "set the clock, and leave out --now; or leave out --yes, and agree at a terminal")
    }
}
