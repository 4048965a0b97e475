// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Testing

@Suite struct TOMLDocumentTests {
    private func texts(_ text: String) throws -> [String] {
        let document = try TOMLDocument(parsing: Array(text.utf8))
        return document.statements.map { statement in
            let extent = String(decoding: document.bytes[statement.extent], as: UTF8.self)
            let value = String(decoding: document.bytes[statement.valueExtent], as: UTF8.self)
            let kind = (statement.isInline ? "inline " : "") + (statement.isInList ? "list " : "")
            return "\(statement.line) \(kind)\(statement.path.joined(separator: "/")) <\(extent)> <\(value)>"
        }
    }

    @Test func `records the line and the extent of every key and header`() throws {
        let text = "\u{feff}# c\n a.b = 1 # d\r\n\n[ t . u ] # e\nx = \"\"\"\ny\"\"\" # f\nz=[1,\n2]\n"
        #expect(
            try texts(text) == [
                "2 a/b <a.b = 1> <1>", "4 t/u <[ t . u ]> <>", "5 t/u/x <x = \"\"\"\ny\"\"\"> <\"\"\"\ny\"\"\">",
                "7 t/u/z <z=[1,\n2]> <[1,\n2]>",
            ])
    }

    @Test func `members of inline tables follow their key`() throws {
        #expect(
            try texts("[p]\na = { b.c = 'd', e = {} }\nf = 1") == [
                "1 p <[p]> <>", "2 p/a <a = { b.c = 'd', e = {} }> <{ b.c = 'd', e = {} }>",
                "2 inline p/a/b/c <b.c = 'd'> <'d'>",
                "2 inline p/a/e <e = {}> <{}>", "3 p/f <f = 1> <1>",
            ])
    }

    @Test func `marks what belongs to an array of tables`() throws {
        #expect(
            try texts("[[l]]\na = 1\n[l.m]\nb = 2\n[n]\nc = 3") == [
                "1 list l <[[l]]> <>", "2 list l/a <a = 1> <1>", "3 list l/m <[l.m]> <>", "4 list l/m/b <b = 2> <2>",
                "5 n <[n]> <>", "6 n/c <c = 3> <3>",
            ])
    }

    @Test(arguments: ["a = ", "a = 1\na = 2", "[a]\n[a]", "= 1", "a = {b = 1"])
    func `rejects what the parser of values rejects`(text: String) {
        #expect(throws: TOMLError.self) { try TOMLDocument(parsing: Array(text.utf8)) }
        #expect(throws: TOMLError.self) { try TOML.parse(Array(text.utf8)) }
    }
}
