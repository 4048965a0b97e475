// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Anchors
@testable import CommandLine

struct AnchorReportLinesTests {
    @Test func `shows the parts one after the other, and escapes all that the anchor sent`() {
        let report = AnchorReport(
            [:], [.line("deposit of A\u{1b}"), .facts([AnchorFact]([.fee: "1\n", .note: nil], areParts: true))])
        #expect(report.lines == [#"deposit of A\x1b"#, #"  fee  1\x0a"#])
    }

    @Test func `a list is a table with escaped cells`() {
        let report = AnchorReport([:], header: ["kind", "id"], rows: [["deposit", "\u{7}"]], none: "there are none")
        #expect(report.lines == ["kind     id", #"deposit  \x07"#])
    }

    @Test func `an empty list is the line that says so, without a header`() {
        let report = AnchorReport([:], header: ["kind", "id"], rows: [], none: "there are none")
        #expect(report.lines == ["there are none"])
    }
}
