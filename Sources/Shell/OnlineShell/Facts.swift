// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Shell
import TextCodec

/// Names and values in two columns, for people. All are escaped, because they come from a server.
package enum Facts {
    private static let widest = 40

    /// The lines; facts without a value are left out.
    package static func lines(_ facts: [(name: String, value: String?)]) -> [String] {
        let present = facts.compactMap { fact in
            fact.value.map { (TextTable.cut(TerminalText.escape(fact.name)), $0) }
        }
        // A long name, which an anchor may send, does not widen the column.
        let width = present.map(\.0.utf8.count).filter { $0 <= widest }.max() ?? 0
        return present.map { name, value in
            let shown = name == "memo" ? ReadableText.memo(value) : TerminalText.escape(value)
            return name + String(repeating: " ", count: max(0, width - name.utf8.count) + 2) + shown
        }
    }
}
