// SPDX-License-Identifier: Apache-2.0

package import Faults
package import TextCodec

extension CheckRow {
    /// The row for people.
    package var finding: TextFinding {
        TextFinding(subject.rawValue, width: 12, label, verdictWidth: 9, tone, Wording(text))
    }

    private var tone: TextTone {
        switch state {
        case .ok: .good
        case .note, .notChecked: .neutral
        case .warning: .attention
        case .problem: .bad
        }
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
