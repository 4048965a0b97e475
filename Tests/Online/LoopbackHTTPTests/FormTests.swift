// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LoopbackHTTP

struct FormTests {
    @Test func `decodes fields in order, with plus signs and escapes`() throws {
        let entries = try #require(FormDecoding.entries(Array("a=1+2&b=%C3%A4&a=&c".utf8)))
        #expect(entries.map(\.name) == ["a", "b", "a", "c"])
        #expect(entries.map(\.value) == ["1 2", "\u{e4}", "", ""])
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "%C3=1"])
    func `rejects invalid escapes and text that is not UTF-8`(form: String) {
        #expect(FormDecoding.entries(Array(form.utf8)) == nil)
    }

    private static func body(_ parts: [String], boundary: String = "X") -> [UInt8] {
        Array((parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n").utf8)
    }

    @Test func `parses texts and files`() throws {
        let body = Self.body([
            "Content-Disposition: form-data; name=\"text\"\r\n\r\nhello",
            "Content-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\u{0}\r\n--Y",
        ])
        let parts = try Multipart.parts(of: body, contentType: "multipart/form-data; boundary=X")
        #expect(parts.map(\.name) == ["text", "image"])
        #expect(parts.map(\.fileName) == [nil, "a.png"])
        #expect(parts[0].text == "hello")
        #expect(parts[1].content == Array("\u{0}\r\n--Y".utf8))
    }

    @Test(arguments: [
        ("multipart/form-data", "--X--"), ("multipart/form-data; boundary=X", ""),
        ("multipart/form-data; boundary=X", "--X\r\nno head\r\n--X--\r\n"),
        ("multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data\r\n\r\n1\r\n--X--\r\n"),
        ("multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end"),
    ])
    func `rejects what is not a form`(type: String, body: String) {
        #expect(throws: Multipart.ParsingError.self) { try Multipart.parts(of: Array(body.utf8), contentType: type) }
    }

    @Test func `rejects more parts than a form has`() {
        let part = "Content-Disposition: form-data; name=\"a\"\r\n\r\n1"
        let body = Self.body(Array(repeating: part, count: Multipart.mostParts + 1))
        #expect(throws: Multipart.ParsingError.self) {
            try Multipart.parts(of: body, contentType: "multipart/form-data; boundary=X")
        }
    }
}
