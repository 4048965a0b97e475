// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Terminal
import Testing

/// What an argument is that could be a transaction or the path of one.
struct TransactionReadingTests {
    private func failure(_ argument: String) throws -> Failure {
        try #require(throws: Failure.self, performing: { try TransactionInput(argument) })
    }

    @Test(arguments: ["payroll.jsonl", "stick/payroll", "batch-1.JSONL", "x.y"])
    func `names a file that does not exist`(name: String) throws {
        let failure = try failure(name)
        #expect(failure.kind == .noInput && failure.message == "\(name) does not exist")
    }

    @Test(arguments: [
        "AAAA/w==", "AAAA" + String(repeating: "/A", count: 40), "{.}", "ur:x.y", "web+stellar:a.b", "no file.",
        "nonsense", "",
    ])
    func `text that may be a truncated transaction is not a missing file`(text: String) throws {
        let failure = try failure(text)
        #expect(failure.kind == .badInput && !failure.message.contains("does not exist"))
    }
}
