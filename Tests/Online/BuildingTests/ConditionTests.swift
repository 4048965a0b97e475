// SPDX-License-Identifier: Apache-2.0

import Faults
import Stellar
import StellarXDR
import Testing

@testable import Building

struct ConditionTests {
    private func conditions(_ change: (inout ConditionInput) -> Void = { _ in }) throws(Failure) -> Preconditions {
        var input = ConditionInput()
        change(&input)
        return try input.preconditions(now: Timestamp(1_000))
    }

    @Test func `a transaction is valid for a day by default`() throws {
        #expect(try conditions() == .time(TimeBounds(minTime: 0, maxTime: 87_400)))
        #expect(try conditions { $0.noExpiry = true } == .none)
        #expect(try conditions { $0.minTime = "2000" } == .time(TimeBounds(minTime: 2_000, maxTime: 88_400)))
        #expect(try conditions { $0.validFor = "90s" } == .time(TimeBounds(minTime: 0, maxTime: 1_090)))
    }

    @Test func `uses extended preconditions only if a condition requires them`() throws {
        let extended = try conditions { ($0.minSeqNum, $0.minSeqAge, $0.noExpiry) = ("5", "1m", true) }
        #expect(extended.extended?.minSeqNum == 5)
        #expect(extended.extended?.minSeqAge == 60)
        #expect(extended.timeBounds == nil)
        #expect(try conditions().extended == nil)
    }

    @Test func `rejects conditions that contradict each other or cannot be met`() {
        for change in [
            { ($0.validFor, $0.noExpiry) = ("1h", true) }, { ($0.validFor, $0.maxTime) = ("1h", "5000") },
            { $0.maxTime = "1000" }, { ($0.minTime, $0.maxTime) = ("6000", "5000") }, { $0.validFor = "0h" },
            { ($0.minLedger, $0.maxLedger) = ("7", "7") }, { $0.minLedger = "4294967296" }, { $0.minSeqAge = "1" },
            { $0.extraSigners = [Office.bob, Office.bob] }, { $0.extraSigners = ["bob"] },
            { $0.extraSigners = [Office.alice, Office.bob, Office.third] },
        ] as [(inout ConditionInput) -> Void] {
            #expect(throws: Failure.self) { try conditions(change) }
        }
    }

    @Test func `lists the options that were given`() {
        var input = ConditionInput()
        (input.noExpiry, input.minLedger) = (true, "1")
        #expect(input.given == [.noExpiry, .minLedger])
    }
}
