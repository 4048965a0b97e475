// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct JSONFieldTests {
    let document: JSON = [
        "text": "x", "yes": true, "list": [1, "2"], "inner": ["a": 1], "none": .null, "number": 12,
        "big": .number("18446744073709551615"),
        "huge": .number("18446744073709551616"), "fraction": .number("1.0"), "exponent": .number("1e2"),
        "digits": "9223372036854775807",
        "minus": .number("-5"), "padded": "007", "plus": "+7", "empty": "",
    ]

    @Test func `reads each type`() throws {
        #expect(try document.string("text") == "x")
        #expect(try document.bool("yes"))
        #expect(try document.array("list").count == 2)
        #expect(try document.object("inner").integer("a", as: Int.self) == 1)
        #expect(try document.member("none") == .null)
        #expect(try document.optionalString("none") == nil)
        #expect(try document.optionalString("absent") == nil)
        #expect(try document.integer("number", as: UInt8.self) == 12)
        #expect(try document.integer("big", as: UInt64.self) == UInt64.max)
        #expect(try document.integer("minus", as: Int64.self) == -5)
        #expect(try document.decimalString("digits", as: Int64.self) == Int64.max)
        #expect(try document.decimalString("number", as: Int64.self) == 12)
    }

    @Test(arguments: ["text", "fraction", "exponent", "digits", "none", "list"])
    func `rejects a value that is not an integer literal`(field: String) {
        #expect(throws: JSONError.wrongType(field: field, expected: "a whole number")) {
            try document.integer(field, as: Int64.self)
        }
    }

    @Test(arguments: ["padded", "plus", "empty", "text"])
    func `rejects a non-canonical decimal string`(field: String) {
        #expect(throws: JSONError.wrongType(field: field, expected: "a whole number")) {
            try document.decimalString(field, as: Int64.self)
        }
    }

    @Test func `rejects numbers out of the range of the type`() {
        #expect(throws: JSONError.outOfRange(field: "huge")) { try document.integer("huge", as: UInt64.self) }
        #expect(throws: JSONError.outOfRange(field: "big")) { try document.decimalString("big", as: Int64.self) }
        #expect(throws: JSONError.outOfRange(field: "minus")) { try document.integer("minus", as: UInt32.self) }
        #expect(throws: JSONError.outOfRange(field: "digits")) { try document.decimalString("digits", as: Int32.self) }
    }

    @Test func `errors name the field`() {
        #expect(throws: JSONError.missing(field: "absent")) { try document.string("absent") }
        #expect(throws: JSONError.missing(field: "a")) { try JSON.array([]).string("a") }
        #expect(throws: JSONError.wrongType(field: "number", expected: "a string")) { try document.string("number") }
        #expect(throws: JSONError.wrongType(field: "text", expected: "an object")) { try document.object("text") }
        #expect(throws: JSONError.wrongType(field: "text", expected: "an array")) { try document.array("text") }
        #expect(throws: JSONError.wrongType(field: "number", expected: "true or false")) { try document.bool("number") }
        #expect(JSONError.missing(field: "key").inside("list[2]") == .missing(field: "list[2].key"))
        #expect(JSONError.missing(field: "\u{1b}").message == "the field \"\\x1b\" is missing")
    }
}
