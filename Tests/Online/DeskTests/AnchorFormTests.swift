// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Desk

struct AnchorFormTests {
    private static let fields = [
        FormField("amount", "Amount", .amount, ""), FormField("type", "Method", .choice([]), "", isRequired: false),
    ]

    private func form(_ failure: Failure?, errors: [String: String] = [:], more: [FormField] = []) -> AnchorForm {
        AnchorForm(
            "deposit", action: "/", button: "", "", Self.fields, more: more, values: DeskFields([("amount", "1")]),
            failure: failure,
            errors: errors)
    }

    @Test func `an error that names a field stands at the field`() {
        let form = form(Failure(.badInput, .amount, "the least is 5"))
        #expect(form.fields[0].error == "the least is 5" && form.error?.text == "Amount: the least is 5")
        #expect(form.fields[0].value == "1")
    }

    @Test(arguments: [nil, .asset, .words("amount")] as [FieldID?])
    func `any other error stands above the form`(field: FieldID?) {
        let form = form(Failure(.badInput, field, "no"))
        #expect(form.fields.allSatisfy { $0.error == nil } && form.error?.text.hasSuffix("no") == true)
    }

    @Test func `fields of several forms on a page differ`() {
        let other = AnchorForm("withdraw", action: "/", button: "", "", Self.fields, values: nil)
        #expect(Set((form(nil).fields + other.fields).map(\.id)).count == 4)
    }

    @Test func `opens the further fields if one has an error`() {
        let more = [FormField.optional("memo", "Memo", .text, "")]
        #expect(!form(nil, more: more).isMoreOpen)
        #expect(form(nil, errors: ["memo": "no"], more: more).isMoreOpen)
        #expect(form(nil, errors: ["memo": "no"], more: more).error != nil)
    }
}
