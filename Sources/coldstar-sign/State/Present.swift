// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Review
import Stellar

/// What time it is for a review, and what time it is for the journal.
struct Present {
    /// The clock's time, or that of `--now`; but never before the journal's last entry.
    let now: Timestamp
    /// The journal's last entry, when `--now` was before it.
    let laterKnown: Timestamp?
    /// What is written down and what days are counted by: `now`, but never later than the clock has been. So `--now` neither makes
    /// what was spent today yesterday's, nor leaves a time in the journal that every later entry would have to follow.
    let counted: Timestamp
    /// Whether `--now` is later than this machine's clock.
    let isAhead: Bool

    /// - Parameters:
    ///   - given: the clock's time, or that of `--now`.
    ///   - latest: the time of the journal's last entry.
    init(given: Timestamp, machine: Timestamp, latest: Timestamp?, isTold: Bool) {
        now = max(given, latest ?? given)
        laterKnown = isTold && given < now ? now : nil
        counted = min(now, max(machine, latest ?? machine))
        isAhead = isTold && given > machine
    }

    func complete(_ input: inout ReviewInput) {
        input.laterKnown = laterKnown
        input.countedUpTo = counted
    }

    /// With nobody there a limit for the day is worth nothing if whoever starts the program says which day it is.
    func check(yes: Bool, _ policy: Policy?) throws(Failure) {
        guard yes, isAhead, let policy, policy.perDay != .unlimited else { return }
        throw Failure(
            .refused, "the policy limits what is signed in a day, and --now is later than this machine's clock",
            hint: "set the clock; or leave out --yes, and agree at a terminal")
    }
}
