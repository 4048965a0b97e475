// SPDX-License-Identifier: Apache-2.0

package import TextCodec

extension CheckRow {
    /// The row in three columns: subject, state, text.
    package var line: String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        return padded(subject.rawValue, 12) + padded(label, 9) + text
    }

    private var label: String {
        switch state {
        case .ok: "ok"
        case .note: "note"
        case .warning: "WARNING"
        case .problem: "PROBLEM"
        case .notChecked: "-"
        }
    }

    /// The row as an element of `checks` in the document of a check.
    package var json: JSON {
        let name = state == .notChecked ? "not_checked" : "\(state)"
        return ["check": .string(subject.rawValue), "state": .string(name), "text": .string(text)]
    }
}
