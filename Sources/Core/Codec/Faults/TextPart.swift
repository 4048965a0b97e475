// SPDX-License-Identifier: Apache-2.0

/// A result that every front end can show: to programs as a JSON document, to people as text.
package protocol Presentable {
    /// The members of the JSON document, without its version.
    var document: JSON { get }
    /// Lines and tables in the order of reading; texts of others are escaped.
    var text: [TextPart] { get }
}

/// A part of a text for people. A front end decides how wide it is and how columns are separated.
package enum TextPart: Hashable, Sendable {
    case line(Wording)
    /// Values under labels, one below the other.
    ///
    /// - Parameters:
    ///   - columns: those of a terminal for a label and the blanks after it; nil for what the longest label needs.
    ///   - indent: the columns before the labels.
    case facts([TextFact], columns: Int? = nil, indent: Int = 0)
    /// Rows of cells in columns; the first row may name the columns.
    ///
    /// - Parameters:
    ///   - rightAligned: the indices of columns with numbers.
    ///   - strong: the indices of columns that a terminal makes stand out.
    case table([[String]], rightAligned: Set<Int> = [], strong: Set<Int> = [])
    case item(TextItem)
    /// Results of checks, one below the other.
    case findings([TextFinding], TextFinding.Columns)

    /// A table, or a line where there is nothing to list.
    package static func table(
        _ rows: [[String]], under header: [String]? = nil, rightAligned: Set<Int> = [], strong: Set<Int> = [],
        ifEmpty line: Wording
    ) -> TextPart {
        rows.isEmpty
            ? .line(line) : .table((header.map { [$0] } ?? []) + rows, rightAligned: rightAligned, strong: strong)
    }
}

/// A value under a label, or several.
package struct TextFact: Hashable, Sendable {
    package let label: Wording
    /// Those after the first have no label of their own.
    package let values: [Wording]

    package init(_ label: Wording, _ values: [Wording]) { (self.label, self.values) = (label, values) }

    package init(_ label: Wording, _ value: Wording) { self.init(label, [value]) }
}

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

/// The result of one check in a list of checks.
package struct TextFinding: Hashable, Sendable {
    /// Those of a terminal, with the blanks after them.
    package struct Columns: Hashable, Sendable {
        package let subject: Int
        package let verdict: Int
        /// The columns before the subject.
        package let indent: Int

        package init(subject: Int, verdict: Int, indent: Int = 0) {
            (self.subject, self.verdict, self.indent) = (subject, verdict, indent)
        }
    }

    /// What was checked.
    package let subject: String
    package let verdict: String
    package let tone: TextTone
    package let text: Wording

    package init(_ subject: String, _ verdict: String, _ tone: TextTone, _ text: Wording) {
        (self.subject, self.verdict, self.tone, self.text) = (subject, verdict, tone, text)
    }
}
