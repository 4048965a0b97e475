// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codec

struct FailureTests {
    private enum Broken: Fault {
        case one
        var kind: FaultKind { .badInput }
        var message: String { "broken" }
        var hint: Wording? { "mend it" }
    }

    @Test func `the message begins with the input`() {
        let failure = Failure(.badInput, .startingBalance, "must be above zero")
        #expect(failure.message == "starting balance: must be above zero")
        #expect(failure.wording.parts.first == .field(.startingBalance, value: nil))
    }

    @Test func `an error of a library gets the input`() {
        let failure = Failure(Broken.one, .amount)
        #expect(failure.field == .amount && failure.message == "amount: broken" && failure.hint?.plain == "mend it")
    }

    @Test func `a failure passes on as it is`() {
        let failure = Failure(.usage, .fee, "too low", hint: "\(field: .fee, "auto")", details: [FailureDetail("x")])
        #expect(Failure(failure) == failure && Failure(any: failure) == failure)
        #expect(Failure(failure, nil) == failure)
        #expect(Failure(failure, .maxFee).field == .maxFee)
    }

    @Test func `an unknown error is a bug`() {
        struct Strange: Error {}
        #expect(Failure(any: Strange()).kind == .bug)
    }

    @Test func `a detail names its line`() {
        #expect(FailureDetail("pay.csv", line: 3, "no amount").wording.plain == "pay.csv:3: no amount")
        #expect(FailureDetail("no table").wording.plain == "no table")
    }
}
