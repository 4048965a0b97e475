// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct JSONParsingTests {
    @Test func `has over 250 test documents with unique names`() {
        #expect(JSONCase.all.count > 250)
        #expect(Set(JSONCase.all.map(\.name)).count == JSONCase.all.count)
    }

    @Test(arguments: JSONCase.all.filter { $0.name.hasPrefix("y_") })
    func `parses valid documents and its own output for them`(document: JSONCase) throws {
        let value = try JSON(parsing: document.bytes)
        #expect(try JSON(parsing: Array(value.text().utf8)) == value)
        #expect(try JSON(parsing: Array(value.text(pretty: true).utf8)) == value)
        #expect(value.text().utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test(arguments: JSONCase.all.filter { $0.name.hasPrefix("n_") })
    func `rejects invalid documents`(document: JSONCase) {
        #expect(throws: JSONError.self) { try JSON(parsing: document.bytes) }
    }

    @Test(arguments: JSONCase.all.filter { $0.name.hasPrefix("y_") })
    func `rejects every truncation of an array or object`(document: JSONCase) {
        let text = document.bytes
        guard let open = text.first, open == UInt8(ascii: "[") || open == UInt8(ascii: "{"),
            let end = text.lastIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") })
        else { return }
        for count in 0..<end {
            #expect(throws: JSONError.self) { try JSON(parsing: Array(text[..<count])) }
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":["])
    func `rejects twenty thousand levels of nesting`(opening: String) {
        let text = Array(String(repeating: opening, count: 20_000).utf8)
        #expect {
            try JSON(parsing: text)
        } throws: { error in
            if case .tooDeep(_, limit: 64) = error as? JSONError { true } else { false }
        }
    }

    @Test func `applies the caller's depth limit`() throws {
        #expect(try JSON(parsing: Array("[[]]".utf8), maximumDepth: 2) == [[]])
        #expect(throws: JSONError.tooDeep(offset: 1, limit: 1)) {
            try JSON(parsing: Array("[[]]".utf8), maximumDepth: 1)
        }
        #expect(try JSON(parsing: Array("[[],[],{},[]]".utf8), maximumDepth: 2).asArray?.count == 4)
    }

    @Test(arguments: [
        ("{\"a\":1,\"\\u0061\":2}", JSONError.duplicateKey(offset: 7, key: "a")),
        ("\u{feff}1", .syntax(offset: 0, "byte order mark")),
        ("[1,]", .syntax(offset: 3, "unexpected character")),
        ("{} {}", .syntax(offset: 3, "something after the document")),
        ("\"\\ud800\"", .notUTF8(offset: 1)),
        ("\"\n\"", .syntax(offset: 1, "raw control character in a string")),
    ])
    func `reports the error and its offset`(text: String, error: JSONError) {
        #expect(throws: error) { try JSON(parsing: Array(text.utf8)) }
    }

    @Test func `keeps number literals as they are`() throws {
        let text = "[1.10,-0,1e400,123456789012345678901234567890]"
        #expect(try JSON(parsing: Array(text.utf8)).text() == text)
    }

    @Test func `unescapes to the right characters`() throws {
        let text = #""\\\/\"\b\f\n\r\t\u00e9\ud83d\ude00\u0000""#
        let value = try JSON(parsing: Array(text.utf8))
        #expect(value.asString.map { Array($0.utf8) } == Array("\\/\"\u{8}\u{c}\n\r\t\u{e9}\u{1f600}\0".utf8))
    }

    /// The parser skips plain characters eight bytes at a time.
    @Test(arguments: UInt8.min...UInt8.max)
    func `checks each byte at every position in a string`(byte: UInt8) throws {
        for place in 0..<20 {
            var text = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
            text[place] = byte
            let document = Array("[\"".utf8) + text + Array("\"]".utf8)
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): #expect(throws: JSONError.self) { try JSON(parsing: document) }
            case 0..<0x20:
                #expect(throws: JSONError.syntax(offset: 2 + place, "raw control character in a string")) {
                    try JSON(parsing: document)
                }
            case 0x80...: #expect(throws: JSONError.notUTF8(offset: 2 + place)) { try JSON(parsing: document) }
            default: #expect(try JSON(parsing: document) == [.string(String(decoding: text, as: UTF8.self))])
            }
        }
    }

    @Test(arguments: [1, 2, 8, 9, 63, 64, 65, 66, 100])
    func `finds every member and rejects a duplicate of it`(count: Int) throws {
        let members = (0..<count).map { "\"member \($0)\":\($0)" }
        let object = try JSON(parsing: Array("{\(members.joined(separator: ","))}".utf8))
        for place in 0..<count {
            #expect(object["member \(place)"] == .integer(place))
            #expect(throws: JSONError.self) {
                try JSON(parsing: Array("{\((members + [members[place]]).joined(separator: ","))}".utf8))
            }
        }
        #expect(object["member"] == nil && object["member \(count)"] == nil)
    }

    @Test(arguments: [("K", "\u{212a}"), ("a\u{301}\u{323}z", "a\u{323}\u{301}z"), ("", "\u{0}"), ("ab", "aab")])
    func `treats names that only look alike as distinct`(one: String, other: String) throws {
        let object = JSONObject([(one, 1), (other, 2)])
        let read = try JSON(parsing: Array(JSON.object(object).text().utf8))
        #expect(read[one] == 1 && read[other] == 2)
    }

    @Test func `rejects a duplicate among twenty thousand members`() throws {
        let members = (0..<20_000).map { "\"key\($0)\":\($0)" }
        let object = try JSON(parsing: Array("{\(members.joined(separator: ","))}".utf8))
        #expect(object["key19999"] == 19999)
        #expect(throws: JSONError.self) {
            try JSON(parsing: Array("{\(members.joined(separator: ",")),\"key12345\":0}".utf8))
        }
    }

    @Test(arguments: [
        ("{\"a\":1,\"b\":{\"c\":\n2},\n\n \"d\" :[\"\\n\"],\"e\":0}", ["a": 1, "b": 1, "d": 4, "e": 4]),
        ("\n{\n\"a\":1}", ["a": 3]), ("[{\"a\":1}]", [:]), ("", [:]), ("{}", [:]), ("{\"a\":1,\n\"b\":", [:]),
    ])
    func `finds the lines of an object's members`(text: String, lines: [String: Int]) {
        #expect(JSON.memberLines(in: Array(text.utf8)) == lines)
    }
}
