// SPDX-License-Identifier: Apache-2.0

import Markup
import StellarXDR
import Testing

@testable import Desk
@testable import Review

/// The parts of a review on a page.
struct ReviewViewTests {
    private func entry(_ label: String, _ text: String, _ role: ReviewPart.Role = .fact) -> ReviewPart {
        .entry(ReviewPart.Entry(label: label, spans: [.words(text)], isStrong: false, role: role))
    }

    private func page(_ parts: [ReviewPart], names: [String: String] = [:]) -> String {
        ReviewView(parts, names: names).html.markup
    }

    @Test func `each memo reads as its own, whatever its label says`() throws {
        let text = Memo.text(
            try #require(Opaque<28>(Array("\u{417}\u{430}\u{43a}\u{430}\u{437} 7".utf8))))
        let page = page([
            entry("Memo", "text \\xd0", .memo(text)), entry("Memo", "none", .memo(.none)),
            entry("Memory", "no memo"),
        ])
        #expect(page.matches(of: /which reads/).count == 1)
        #expect(page.contains("text \\xd0, which reads &quot;\u{417}\u{430}\u{43a}\u{430}\u{437} 7&quot;</dd>"))
    }

    @Test func `findings and their reasons stand with what they are about`() {
        let page = page([
            .line("Transaction"), entry("", "high", .finding(.warn, .fee, ofOperation: false)),
            entry("", "why", .reason), entry("", "pay", .operation(1)), entry("by", "alice", .detail),
            entry("", "new", .finding(.hold, .newDestination, ofOperation: true)), entry("", "because", .reason),
            entry("", "pay again", .operation(2)), .gap, .pair("Findings", "1: a"),
        ])
        #expect(
            page == """
                <div class="review" data-test="review"><p class="review-heading">Transaction</p>\
                <div class="finding level-warn" data-test="finding"><strong>WARN W-FEE</strong> high<p>why</p></div>\
                <ol class="operations"><li><p class="summary">pay</p><p class="detail">by alice</p>\
                <div class="finding level-hold" data-test="finding"><strong>HOLD W-NEWDEST</strong> new<p>because</p></div></li>\
                <li><p class="summary">pay again</p></li></ol><dl class="facts"><dt>Findings</dt><dd>1: a</dd></dl></div>
                """)
    }

    @Test func `a field stands under its path, with its operation or among the facts`() {
        let page = page([
            entry("minSeqNum", "7", .field(ofOperation: false)), entry("", "pay", .operation(1)),
            entry("amount", "5", .field(ofOperation: true)),
        ])
        #expect(page.contains("<dt>minSeqNum</dt><dd>7</dd>"))
        #expect(page.contains("<p class=\"summary\">pay</p><p class=\"detail\">amount: 5</p>"))
    }

    @Test func `an address is in groups, with the contact's name`() {
        let address = ReviewPart.entry(
            ReviewPart.Entry(label: "To", spans: [.address("GABC DEFG", name: nil)], isStrong: true, role: .fact))
        let page = page([address], names: ["GABCDEFG": "<bob>"])
        #expect(
            page.contains(
                "<dd class=\"strong\"><span class=\"address\"><span>GABC</span><span>DEFG</span></span> "
                    + "<span class=\"contact\">(your contact &lt;bob&gt;)</span></dd>"))
    }
}
