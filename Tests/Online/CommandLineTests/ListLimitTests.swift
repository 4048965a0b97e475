// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import CommandLine

struct ListLimitTests {
    @Test(arguments: [("", FaultKind.badInput), ("-1", .badInput), ("x", .badInput), ("0", .usage), ("201", .usage)])
    func `rejects a limit that is not a number in the range`(_ text: String, _ kind: FaultKind) {
        let failure = #expect(throws: Failure.self) { try ListLimit(text: text, in: 1...200) }
        #expect(failure?.kind == kind)
    }

    @Test func `takes a number in the range`() throws { #expect(try ListLimit(text: "200", in: 1...200).count == 200) }
}
