// SPDX-License-Identifier: Apache-2.0

package import Anchors
import Codec
import Terminal
import Workspace

/// Names and values in two columns, for people. All are escaped, because they come from a server.
package enum Facts {
    private static let widest = 40

    package static func lines(_ facts: [AnchorFact]) -> [String] {
        let names = facts.map { TextTable.cut(TerminalText.escape(($0.isPart ? "  " : "") + $0.label)) }
        // A long name, which an anchor may send, does not widen the column.
        let width = names.map(\.utf8.count).filter { $0 <= widest }.max() ?? 0
        // A memo is what an anchor calls so, also among its instructions.
        return zip(names, facts).map { name, fact in
            let shown =
                !fact.isPart && fact.label == "memo" ? ReadableText.memo(fact.value) : TerminalText.escape(fact.value)
            return name + String(repeating: " ", count: max(0, width - name.utf8.count) + 2) + shown
        }
    }
}
