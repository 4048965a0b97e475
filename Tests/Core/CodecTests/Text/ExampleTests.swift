// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

/// The worked example of `Text.md`; change both together.
struct ExampleTests {
    @Test func `the example of the documentation works`() throws {
        let document = try JSON(parsing: Array(#"{"name": "caf\u00e9", "amount": "9223372036854775807"}"#.utf8))
        let amount = try document.decimalString("amount", as: Int64.self)
        let shown = TerminalText.escape(try document.string("name"))
        #expect(shown == #"caf\xc3\xa9"#)

        let answer: JSON = ["amount": .integer(amount), "valid": true]
        #expect(answer.text() == #"{"amount":9223372036854775807,"valid":true}"#)
    }
}
