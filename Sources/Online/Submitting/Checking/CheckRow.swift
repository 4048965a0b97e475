// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The result of one check of a transaction.
package struct CheckRow: Hashable, Sendable {
    package enum Subject: String, Hashable, Sendable {
        case network
        /// Whether the transaction is the requested one.
        case request
        /// A signature; of a fee bump an outer one.
        case signature
        /// A signature inside a fee bump.
        case inner
        /// The weight that an account's signatures reach.
        case weight
        /// An extra signer of the preconditions.
        case extra
        case form, validity, sequence, fee, operation
    }

    package enum State: Hashable, Sendable {
        case ok
        /// Worth knowing, but not a reason against submitting.
        case note
        /// The network would accept it, but it is likely a mistake.
        case warning
        case problem
        /// Not checked, because an earlier check already fails, or because it cannot be known.
        case notChecked
    }

    package let subject: Subject
    package let state: State
    package let text: String

    init(_ subject: Subject, _ state: State, _ text: String) {
        self.subject = subject
        self.state = state
        self.text = text
    }
}

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
