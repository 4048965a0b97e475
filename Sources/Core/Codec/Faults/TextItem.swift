// SPDX-License-Identifier: Apache-2.0

/// What a state means to the reader.
package enum TextTone: Hashable, Sendable { case good, neutral, attention, bad }

/// A thing in a list, with parts that a terminal shows apart: its state, what it is about, and what identifies it.
package struct TextItem: Hashable, Sendable {
    /// Precedes the first line, such as the name of a list that the item belongs to.
    package var lead = ""
    /// Such as a hash.
    package var identifier: String
    package var state: String
    package var tone: TextTone
    /// More about the state, with its separator.
    package var circumstances: String
    /// What it is about in a few words; nil if that is not known.
    package var title: String?
    package var details: [String]

    package init(
        _ identifier: String, state: String, _ tone: TextTone, circumstances: String = "", title: String? = nil,
        details: [String] = []
    ) {
        self.identifier = identifier
        self.state = state
        self.tone = tone
        self.circumstances = circumstances
        self.title = title
        self.details = details
    }

    /// The lines without layout, the identifier first.
    package var lines: [String] {
        let margin = String(repeating: " ", count: lead.utf8.count + 4)
        return ["\(lead)\(identifier)  \(state)\(circumstances)"]
            + ([title].compactMap(\.self) + details).map { margin + $0 }
    }
}
