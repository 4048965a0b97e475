// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Building

struct ConditionTests {
    private func conditions(_ texts: FieldTexts = [:]) throws(Failure) -> Preconditions {
        try ConditionInput(texts).preconditions(now: Timestamp(1_000))
    }

    @Test func `a transaction is valid for a day by default`() throws {
        #expect(try conditions() == .time(TimeBounds(minTime: 0, maxTime: 87_400)))
        #expect(try conditions(["no-expiry": ""]) == .none)
        #expect(try conditions(["min-time": "2000"]) == .time(TimeBounds(minTime: 2_000, maxTime: 88_400)))
        #expect(try conditions(["valid-for": "90s"]) == .time(TimeBounds(minTime: 0, maxTime: 1_090)))
    }

    @Test func `uses extended preconditions only if a condition requires them`() throws {
        let extended = try conditions(["min-seq-num": "5", "min-seq-age": "1m", "no-expiry": ""])
        #expect(extended.extended?.minSeqNum == 5)
        #expect(extended.extended?.minSeqAge == 60)
        #expect(extended.timeBounds == nil)
        #expect(try conditions().extended == nil)
    }

    @Test func `rejects conditions that contradict each other or cannot be met`() {
        for texts in [
            ["valid-for": "1h", "no-expiry": ""], ["valid-for": "1h", "max-time": "5000"], ["max-time": "1000"],
            ["min-time": "6000", "max-time": "5000"], ["valid-for": "0h"], ["min-ledger": "7", "max-ledger": "7"],
            ["min-ledger": "4294967296"], ["min-seq-age": "1"], ["extra-signer": "bob"],
        ] as [FieldTexts] {
            #expect(throws: Failure.self) { try conditions(texts) }
        }
        for signers in [[Office.bob, Office.bob], [Office.alice, Office.bob, Office.third]] {
            var texts = FieldTexts()
            texts.set(.extraSigner, signers)
            #expect(throws: Failure.self) { try conditions(texts) }
        }
    }

    @Test(
        arguments: [
            (.minLedger, ["-1"]), (.maxLedger, ["4294967296"]), (.minSeqNum, ["9223372036854775808"]),
            (.minSeqNum, ["9223372036854775807"]), (.minSeqAge, ["7"]), (.minTime, ["18446744073709551615"]),
            (.extraSigner, ["hello"]), (.extraSigner, [Office.third, Office.third]),
            (.extraSigner, [Office.alice, Office.bob, Office.third]),
        ] as [(FieldID, [String])])
    func `no request is built under a condition that is malformed or can never be met`(
        field: FieldID, values: [String]
    ) throws {
        let office = Office()
        var texts = FieldTexts()
        texts.set(field, values)
        let failure = #expect(throws: Failure.self) {
            let conditions = try ConditionInput(texts)
            _ = try office.build(office.pay()) { $0.conditions = conditions }
        }
        #expect(failure?.kind == .badInput)
    }

    @Test func `lists the options that were given`() {
        var input = ConditionInput()
        (input.expiry, input.minLedger) = (.never, 1)
        #expect(input.given == [.noExpiry, .minLedger])
    }
}
