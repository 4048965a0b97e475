// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing
import Workspace

/// Tables as spreadsheets write them.
struct CSVTableTests {
    private func table(_ text: String, limit: Int = 9) throws -> CSVTable {
        try CSVTable(Array(text.utf8), origin: "pay.csv", columns: ["to", "amount"], required: ["to"], limit: limit)
    }

    private func failure(_ text: String, limit: Int = 9) throws -> Failure {
        try #require(throws: Failure.self, performing: { try table(text, limit: limit) })
    }

    @Test func `leaves out rows and columns whose content was deleted`() throws {
        let table = try table(",,,\nto,amount,,\na,1,,\n,,,\n ,\t,,\nb,2,,\n" + String(repeating: ",,,\n", count: 100))
        #expect(table.rows.map { table["to", $0] } == ["a", "b"] && table.rows.map(\.line) == [3, 6])
        #expect(table.rows.map { table["amount", $0] } == ["1", "2"])
    }

    @Test(arguments: ["To,AMOUNT", " to , amount ", "TO\t,\tAmount"])
    func `takes the names of columns in any case, with blanks around them`(header: String) throws {
        let table = try table("\(header)\na,1\n")
        #expect(table.rows.map { table["to", $0] } == ["a"] && table.rows.map { table["amount", $0] } == ["1"])
    }

    @Test func `reports errors in the order of the lines, and those of one line as they were found`() throws {
        var diagnostics = InputDiagnostics("pay.csv")
        for (line, text) in [(7, "a"), (3, "b"), (7, "c"), (2, "d")] { diagnostics.add(line: line, Wording(text)) }
        #expect(
            diagnostics.lines.map(\.wording.plain) == ["pay.csv:2: d", "pay.csv:3: b", "pay.csv:7: a", "pay.csv:7: c"])
    }

    @Test func `quotes the cell and names the person, but shows no secret`() throws {
        func told(_ text: String, _ person: String? = nil) throws -> String {
            var diagnostics = InputDiagnostics("pay.csv")
            let cell = InputDiagnostics.Cell(.words("amount"), text, person: person)
            let read: Int? = try diagnostics.collect(line: 3, cell) { field, _ throws(Failure) in
                throw Failure(.badInput, field, "no number")
            }
            #expect(read == nil)
            return try #require(diagnostics.lines.first).wording.plain
        }
        #expect(try told("1e5", "Anna") == "pay.csv:3: amount \"1e5\" (Anna): no number")
        #expect(try told("") == "pay.csv:3: amount: no number")
        #expect(
            try told(String(repeating: "9", count: 99))
                == "pay.csv:3: amount \"\(String(repeating: "9", count: 60))...\": no number")
        #expect(try told("\u{1b}[2J", "B\u{7}") == #"pay.csv:3: amount "\x1b[2J" (B\x07): no number"#)
        let secret = "SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4"
        #expect(try !told(secret).contains(secret))
    }

    @Test func `counts only rows with content`() throws {
        let rows = String(repeating: ",\n", count: 1000)
        #expect(try table("to,amount\na,1\n" + rows, limit: 1).rows.count == 1)
        #expect(try failure("to,amount\na,1\n\(rows)b,2\n", limit: 1).message.contains("more than 1 lines"))
    }

    @Test(arguments: [
        ("to,amount,,\na,1,,x\n", ["pay.csv:2: column 4 has content, but no name in the header"]),
        (
            "to,,amount\na,x,1\n\n,y,\n",
            [
                "pay.csv:2: column 2 has content, but no name in the header",
                "pay.csv:4: column 2 has content, but no name in the header",
            ]
        ), ("to,amount\na,1,\n", ["pay.csv:2: there are 3 fields, and the header has 2"]),
    ])
    func `rejects content without a column, in each line`(text: String, details: [String]) throws {
        #expect(try table(text).faults.lines.map(\.wording.plain) == details)
    }

    @Test(arguments: [",,\n,,\n", "", " , \n"])
    func `rejects a file of empty rows as an empty one`(text: String) throws {
        #expect(try failure(text).message == "pay.csv: the file is empty")
    }

    @Test(arguments: [
        ("a b", "a b"), ("  a", "a"), ("a\t\r\n", "a"), (" \t é \r", "é"), ("", ""), (" \r\n", ""),
        ("\u{a0}a\u{a0}", "\u{a0}a\u{a0}"), ("日本 ", "日本"),
    ])
    func `takes blanks away around a text only`(text: String, rest: String) {
        #expect(text.trimmingBlanks == rest)
    }
}
