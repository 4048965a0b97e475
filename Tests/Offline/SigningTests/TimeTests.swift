// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing
import Vault

@testable import Signing

/// The time of reviews and journal entries, and the time left to sign a login.
struct TimeTests {
    private let earlier = Timestamp(now.seconds - 1000)
    private let later = Timestamp(now.seconds + 1000)

    @Test func `follows the clock, but never falls behind the journal`() {
        let clock = ReviewClock(GivenTime(now), machine: StoppedClock(), after: [], latest: earlier)
        #expect(clock.now == now && clock.counted == now && clock.laterKnown == nil)
        let behind = ReviewClock(GivenTime(now), machine: StoppedClock(), after: [], latest: later)
        #expect(behind.now == later && behind.counted == later && behind.laterKnown == nil)
        #expect(behind.endOfDay == now)
    }

    @Test func `a given time later than the machine's is not counted`() {
        let clock = ReviewClock(GivenTime(later, isTold: true), machine: StoppedClock(), after: [], latest: nil)
        #expect(clock.now == later && clock.counted == now && clock.endOfDay == now)
    }

    @Test func `a given time before the journal's last entry is corrected and reported`() {
        let clock = ReviewClock(GivenTime(earlier, isTold: true), machine: StoppedClock(), after: [], latest: now)
        #expect(clock.now == now && clock.laterKnown == now)
    }

    @Test func `a wall clock set ahead since an earlier reading of the same boot has no effect`() throws {
        let seen = try #require(StoppedClock().reading())
        let ahead = StoppedClock(time: Timestamp(now.seconds + 86_400), sinceBoot: 1060)
        let clock = ReviewClock(GivenTime(now), machine: ahead, after: [seen], latest: nil)
        #expect(clock.counted == Timestamp(now.seconds + 60))
    }

    @Test func `without the kernel's clocks, the wall clock counts`() {
        let clock = ReviewClock(GivenTime(now), machine: StoppedClock(sinceBoot: nil), after: [], latest: nil)
        #expect(clock.counted == now && clock.reading == nil)
    }

    @Test func `an entry after signing has the time at which it is written`() {
        let clock = ReviewClock(GivenTime(earlier, isTold: true), machine: StoppedClock(), after: [], latest: nil)
        #expect(clock.counted(after: nil) == earlier)
        #expect(clock.counted(after: later) == later)
    }

    @Test func `a payment has no countdown`() throws {
        let vault = try TestVault("alice")
        let reviews = try vault.job(request(try payment(from: try vault.account("alice"))), by: "alice").reviews
        #expect(Countdown(reviews, now: now) == nil)
    }
}
