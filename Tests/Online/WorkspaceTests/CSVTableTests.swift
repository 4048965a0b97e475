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
        #expect(try failure(text).details.map(\.wording.plain) == details)
    }

    @Test(arguments: [",,\n,,\n", "", " , \n"])
    func `rejects a file of empty rows as an empty one`(text: String) throws {
        #expect(try failure(text).message == "pay.csv: the file is empty")
    }
}
