// SPDX-License-Identifier: Apache-2.0

import AddressBook
import TextCodec

/// The words for tones in class names.
enum ToneView {
    static func name(_ tone: TextTone) -> String {
        switch tone {
        case .good: "good"
        case .neutral: "neutral"
        case .attention: "attention"
        case .bad: "bad"
        }
    }
}

/// A part of a library's text for people, as a template shows it: exactly one of the values is there.
struct PartView: Hashable, Sendable {
    /// A value under a label.
    struct Fact: Hashable, Sendable {
        let label: String
        let text: String
    }

    struct Cell: Hashable, Sendable {
        let text: String
        let isNumber: Bool
    }

    struct Row: Hashable, Sendable { let cells: [Cell] }

    struct Finding: Hashable, Sendable {
        let subject: String
        let verdict: String
        let tone: String
        let text: String
    }

    struct Item: Hashable, Sendable {
        let identifier: String
        let state: String
        let tone: String
        let circumstances: String
        let title: String?
        let details: [String]
    }

    private(set) var fact: Fact?
    private(set) var line: String?
    private(set) var rows: [Row]?
    private(set) var finding: Finding?
    private(set) var item: Item?

    init(_ part: TextPart) {
        switch part {
        case .line(let line):
            fact = Self.fact(in: line)
            self.line = fact == nil ? line : nil
        case .table(let rows, let rightAligned, _):
            self.rows = rows.map { row in
                Row(cells: row.enumerated().map { Cell(text: $1, isNumber: rightAligned.contains($0)) })
            }
        case .finding(let finding):
            self.finding = Finding(
                subject: Self.trimmed(finding.subject), verdict: Self.trimmed(finding.verdict),
                tone: ToneView.name(finding.tone), text: finding.text)
        case .item(let item): self.item = Item(item)
        }
    }

    init(_ notice: Notice) {
        if case .plain(let text) = notice {
            self.init(.line(text))
            return
        }
        self.init(.line(""))
        line = nil
        switch notice {
        case .fact(let label, let text): fact = Fact(label: label, text: text)
        case .note(let text): line = text
        case .warning(let text): finding = Finding(subject: "", verdict: "warning", tone: "attention", text: text)
        case .plain: break
        }
    }

    /// A label and a value: programs align them with two blanks or more.
    private static func fact(in line: String) -> Fact? {
        guard let gap = line.firstRange(of: "  "), gap.lowerBound > line.startIndex else { return nil }
        let text = line[gap.upperBound...].drop { $0 == " " }
        return text.isEmpty ? nil : Fact(label: String(line[..<gap.lowerBound]), text: String(text))
    }

    private static func trimmed(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
}

extension PartView.Item {
    init(_ item: TextItem) {
        self.init(
            identifier: item.identifier, state: item.state, tone: ToneView.name(item.tone),
            circumstances: String(item.circumstances.drop { $0 == " " || $0 == "," }), title: item.title,
            details: item.details)
    }
}
