// SPDX-License-Identifier: Apache-2.0

import Codec
import Confine
import Review
import SafeFiles
package import Stellar
package import Vault

/// The current time for a review and for the journal.
package struct ReviewClock: Sendable {
    /// The clock's time, or that of `--now`, but never before the journal's last entry.
    package let now: Timestamp
    /// The time of the journal's last entry, if `--now` is earlier.
    package let laterKnown: Timestamp?
    /// The time for journal entries and daily limits: `now`, but never later than the clock has been. With it, `--now` can neither move
    /// today's spending to another day nor leave a time in the journal that every later entry would have to follow.
    package let counted: Timestamp
    /// The end of the day over which a policy's sums are counted, never later than the system's wall clock. A time in the journal, or a
    /// boot-time clock shifted by a time namespace, can then only increase the counted amount.
    package let endOfDay: Timestamp
    /// Whether `--now` was given.
    private let isTold: Bool
    /// The clocks, for the seals; nil if the system does not provide them.
    package let reading: ClockReading?
    private let machine: any MachineClock

    /// - Parameters:
    ///   - given: the current time according to the front end.
    ///   - seen: earlier readings of the clocks, from the seals.
    ///   - latest: the latest time of the journal's proven lines.
    package init(_ given: GivenTime, machine: any MachineClock, after seen: [ClockReading], latest: Timestamp?) {
        let reading = machine.reading()
        let time = machine.time(after: seen, reading)
        self.machine = machine
        self.reading = reading
        isTold = given.isTold
        now = max(given.time, latest ?? given.time)
        laterKnown = isTold && given.time < now ? now : nil
        // A clock that the caller of the program has set ahead of the system's own has no effect here.
        let latestPossible = max(time, latest ?? time)
        counted = isTold ? min(now, latestPossible) : latestPossible
        endOfDay = min(counted, reading?.wall ?? time)
    }

    /// The time for some keys of a vault.
    ///
    /// - Parameter keys: the keys that will sign; empty for display.
    init(_ given: GivenTime, machine: any MachineClock, in state: VaultState, for keys: [KeyName]) {
        let views = keys.isEmpty ? [state.record(for: nil)] : keys.map { state.record(for: $0) }
        let names = keys.isEmpty ? state.witnesses : keys
        self.init(
            given, machine: machine, after: names.compactMap { state.seal($0)?.clock },
            latest: views.compactMap(\.proven.latestTime).max())
    }

    /// The time for a journal entry after signing, which may be long after the start: the program waits for input, the user and the PIN.
    /// With the starting time, the entry would leave the daily sums too early.
    ///
    /// - Parameter latest: the latest time of the proven lines.
    package func counted(after latest: Timestamp?) -> Timestamp {
        max(
            counted, latest ?? counted,
            isTold ? counted : machine.time(after: [reading].compactMap { $0 }, machine.reading()))
    }

    func complete(_ input: inout ReviewInput) {
        input.laterKnown = laterKnown
        input.countedUpTo = endOfDay
    }

    /// Refuses `--now` with a daily limit when unattended: the caller could choose a later day, or an earlier one without signatures.
    ///
    /// - Throws: `.refused`.
    func check(isUnattended: Bool, _ policy: Policy?) throws(Failure) {
        guard isUnattended, isTold, let policy, policy.perDay != .unlimited else { return }
        throw Failure(
            .refused, "the policy limits what is signed in a day, and \(field: .now) would say which day it is",
            hint: "set the clock, and leave out \(field: .now); or leave out \(field: .yes), and agree at a terminal")
    }
}

/// The current time as the front end knows it: from a clock, or as told by the user.
package struct GivenTime: Hashable, Sendable {
    package let time: Timestamp
    /// Whether the user named the time (`--now`). It is not trusted for daily limits then.
    package let isTold: Bool

    package init(_ time: Timestamp, isTold: Bool = false) {
        self.time = time
        self.isTold = isTold
    }
}

/// The kernel's clocks, read by system call so that a preloaded library cannot change them.
package struct KernelClock: MachineClock {
    /// The file that a confined program must be able to read.
    package static let bootPath = DirectClock.bootPath

    package init() {}

    package func reading() -> ClockReading? {
        guard let sinceBoot = DirectClock.sinceBoot(),
            let boot = try? SafeFiles.read(DirectClock.bootPath, limit: 64)
        else { return nil }
        let id = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ClockReading(wall: wall(), boot: id, sinceBoot: sinceBoot)
    }

    package func wall() -> Timestamp { Timestamp(DirectClock.wall()) }
}

/// The clocks of the machine, on which daily limits rely.
package protocol MachineClock: Sendable {
    /// The current clocks; nil if the system does not provide them.
    func reading() -> ClockReading?

    /// The wall clock.
    func wall() -> Timestamp
}

extension MachineClock {
    /// The current time, limited by the time since earlier readings of the same boot, so that a wall clock set ahead has no effect.
    func time(after readings: [ClockReading], _ now: ClockReading?) -> Timestamp {
        let wall = now?.wall ?? wall()
        return readings.map { $0.time(at: now, wall: wall) }.min() ?? wall
    }
}
