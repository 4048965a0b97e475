// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup
import Testing

@testable import Desk

/// The parts of a library's text on a page.
struct PartViewTests {
    @Test func `facts that follow each other are one list, and texts with blanks stay as they are`() {
        let views = PartView.list([
            .facts([TextFact("account", "G1")], columns: 12), .facts([TextFact("signed", ["a  b", "c"])], indent: 2),
            .facts([]), .line("two  blanks"),
        ])
        #expect(
            views.html.markup == """
                <dl class="facts"><dt>account</dt><dd>G1</dd><dt>signed</dt><dd>a  b</dd><dd>c</dd></dl>\
                <p class="line">two  blanks</p>
                """)
    }

    @Test func `each finding has its subject, its verdict and its tone`() {
        let found = [TextFinding("fee", "ok", .good, "100"), TextFinding("form", "PROBLEM", .bad, "no operation")]
        let markup = PartView.list([.findings(found, TextFinding.Columns(subject: 12, verdict: 9, indent: 2))]).html
            .markup
        #expect(markup.contains("<span class=\"subject\">fee</span>"))
        #expect(markup.contains(">PROBLEM<") && markup.contains("tone-bad"))
        #expect(markup.matches(of: /check-row/).count == 2)
    }
}
