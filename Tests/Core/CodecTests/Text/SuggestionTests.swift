// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct SuggestionTests {
    private static let names = ["payment", "path-payment", "trust", "set-options", "lookup", "list", "bob"]

    @Test(
        arguments: [
            ("pament", "payment"), ("paymnet", "payment"), ("PAYMENT", "payment"), ("lokup", "lookup"),
            ("lits", "list"),
            ("setoptions", "set-options"), ("bbo", "bob"), ("bxx", nil), ("boob", "bob"), ("tru", "trust"),
            ("zzzz", nil), ("", nil),
            ("b", nil),
        ] as [(String, String?)])
    func `suggests the closest name, or none if nothing is close`(typed: String, meant: String?) {
        #expect(Suggestion.closest(to: typed, among: Self.names) == meant)
    }

    @Test(arguments: [
        ("payroll2026", "payroll.2026"), ("landlrd", "landlord"), ("echange", "exchange"), ("landlqrd", "landlord"),
        ("lanlord", "landlord"), ("grandmqther", "grandmother"), ("exchxange", "exchange"),
        ("graxndmother", "grandmother"), ("lanxdlord", "landlord"), ("payroll.20x26", "payroll.2026"),
        ("payroll.2x026", "payroll.2026"), ("savigns", "savings"), ("saving", "savings"), ("Savings2", "savings"),
        ("dialy", "daily"),
    ])
    func `asks whether the name was meant of which a letter is missing, added or wrong`(typed: String, meant: String) {
        let names = ["exchange", "landlord", "grandmother", "payroll.2026", "savings", "daily"]
        #expect(Suggestion.question(for: typed, among: names) == "did you mean \(meant)?")
    }

    @Test func `suggests neither the typed name itself nor a very long one`() {
        #expect(Suggestion.closest(to: "bob", among: ["bob"]) == nil)
        let long = String(repeating: "a", count: 1000)
        #expect(Suggestion.closest(to: long, among: [long + "b"]) == nil)
        #expect(Suggestion.closest(to: "aaaa", among: [long]) == nil)
    }

    @Test(arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("Bob", "bOB", 0)])
    func `counts edits without regard to case`(a: String, b: String, edits: Int) {
        #expect(EditDistance.between(a, b) == edits)
        #expect(EditDistance.within(edits, a, b) && (edits == 0 || !EditDistance.within(edits - 1, a, b)))
    }
}
