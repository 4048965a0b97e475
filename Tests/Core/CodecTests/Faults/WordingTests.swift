// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codec

struct WordingTests {
    /// Shows that a front end decides how inputs and actions look.
    private struct Marked: WordingStyle {
        func text(of field: FieldID, value: String?) -> String { "<\(field.name)\(value.map { "=\($0)" } ?? "")>" }
        func text(of step: NextStep) -> String { "[\(step.title)]" }
    }

    @Test func `keeps inputs and actions as values`() {
        let wording: Wording = "give \(field: .sendAmount, "10") or \(field: .max), then \(step: .submit(.resume))"
        #expect(wording.text(in: Marked()) == "give <send-amount=10> or <max>, then [resume the pending submissions]")
        #expect(wording.plain == "give send amount 10 or max, then resume the pending submissions")
        #expect(wording.steps == [.submit(.resume)])
    }

    @Test func `keeps them when texts are joined or put into each other`() {
        let field: Wording = "\(field: .fee)"
        #expect((field + " and " + field).text(in: Marked()) == "<fee> and <fee>")
        #expect(Wording("\(field) is wrong").text(in: Marked()) == "<fee> is wrong")
        #expect([field, "b"].joined(separator: ", ").text(in: Marked()) == "<fee>, b")
        #expect(([] as [Wording]).joined(separator: ", ").isEmpty)
    }

    @Test func `changes texts and nothing else`() {
        let wording: Wording = "a \(field: .fee) \(step: .sign(.sign))"
        let changed = wording.mapText { $0.uppercased() }
        #expect(changed.text(in: Marked()) == "A <fee> [sign it at the signer]")
    }

    @Test func `words of an input are shown as they are`() {
        #expect(Wording("\(field: .words("the account")): no").text(in: PlainStyle()) == "the account: no")
        #expect(FieldID.words("amount") != .amount)
    }

    @Test func `a suggestion precedes other advice`() {
        #expect(Wording?.suggestion(for: "lokup", among: ["lookup"], "see it")?.plain == "did you mean lookup? see it")
        #expect(Wording?.suggestion(for: "zzzz", among: ["lookup"], "see it")?.plain == "see it")
        #expect(Wording?.suggestion(for: "zzzz", among: ["lookup"]) == nil)
    }
}

extension FieldID {
    fileprivate static let max = FieldID("max")
}
