// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Terminal

struct QuietOptionTests {
    @Test(
        arguments: [
            (["a", "--quiet"], ["a"], true), (["--quiet", "a", "--quiet"], ["a"], true),
            (["a", "--", "--quiet"], ["a", "--", "--quiet"], false),
            (["a"], ["a"], false),
        ] as [([String], [String], Bool)])
    func `removes the quiet option unless it follows two dashes`(given: [String], left: [String], isThere: Bool) {
        #expect(QuietOption.removed(from: given) == left)
        #expect(QuietOption.isIn(given) == isThere)
    }

    @Test func `help lists the quiet option before the version option`() {
        let help = QuietOption.added(toHelp: "OPTIONS:\n  --version               Show the version.\n")
        #expect(help.hasPrefix("OPTIONS:\n  --quiet                 Leave out notes"))
        #expect(help.hasSuffix("\n  --version               Show the version.\n"))
        #expect(QuietOption.added(toHelp: "nothing of it") == "nothing of it")
    }
}
