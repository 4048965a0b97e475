// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct TextItemTests {
    @Test func `an item without layout begins with its identifier`() {
        let item = TextItem(
            "ab12", state: "included", .good, circumstances: " in ledger 7", title: "Pay 1 XLM to bob",
            details: ["note: rent"])
        #expect(item.lines == ["ab12  included in ledger 7", "    Pay 1 XLM to bob", "    note: rent"])
    }

    @Test func `a lead indents the further lines of an item`() {
        var item = TextItem("ab12", state: "pending", .attention, title: "Pay 1 XLM")
        item.lead = "  pending  "
        #expect(item.lines == ["  pending  ab12  pending", "               Pay 1 XLM"])
    }
}
