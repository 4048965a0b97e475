// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct JSONWritingTests {
    @Test func `writes ASCII with escapes`() {
        let value: JSON = ["a": "\u{1b}\u{202e}\u{e9}\u{1f600}\"\\\n\r\t\u{7f}\0"]
        #expect(value.text() == #"{"a":"\u001b\u202e\u00e9\ud83d\ude00\"\\\n\r\t\u007f\u0000"}"#)
    }

    @Test func `keeps the order of members`() {
        let value: JSON = ["z": 1, "a": [], "m": [:], "b": [true, false, .null]]
        #expect(value.text() == #"{"z":1,"a":[],"m":{},"b":[true,false,null]}"#)
    }

    @Test func `values in many containers stand on one line, so that depth and number do not multiply`() throws {
        func nested(_ depth: Int) -> JSON { (0..<depth).reduce([1, 2]) { value, _ in ["a": value] } }
        func blanks(_ value: JSON) -> Int { value.text(pretty: true).utf8.count - value.text().utf8.count }
        #expect(nested(20).text(pretty: true).contains("\"a\": [1,2]\n"))
        #expect(nested(19).text(pretty: true).contains("\"a\": [\n"))
        #expect(try JSON(parsing: Array(nested(100).text(pretty: true).utf8), maximumDepth: 200) == nested(100))
        // Each further container adds the blank after its name, and nothing else.
        #expect(blanks(nested(100)) - blanks(nested(60)) == 40)
    }

    @Test func `indents by two spaces`() {
        let value: JSON = ["z": [1, 2], "a": [], "o": [:]]
        #expect(value.text(pretty: true) == "{\n  \"z\": [\n    1,\n    2\n  ],\n  \"a\": [],\n  \"o\": {}\n}")
    }

    @Test func `an object can be changed and keeps its order`() {
        var object = JSONObject((0..<12).map { ("k\($0)", .integer($0)) })
        object["k3"] = "new"
        object["k0"] = nil
        object["last"] = true
        object["absent"] = nil
        #expect(object.keys == (1..<12).map { "k\($0)" } + ["last"])
        #expect(object["k3"] == "new")
        #expect(object["k0"] == nil)
        #expect(object["k11"] == 11)
        #expect(object["last"] == true)
    }

    @Test func `objects are equal regardless of member order`() {
        let one: JSON = ["a": 1, "b": 2]
        let other: JSON = ["b": 2, "a": 1]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != ["a": 1, "b": 3])
        #expect(one != ["a": 1])
    }
}
