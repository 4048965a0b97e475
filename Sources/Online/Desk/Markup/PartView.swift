// SPDX-License-Identifier: Apache-2.0

import Codec
import Workspace

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
    /// Values under a label.
    struct Fact: Hashable, Sendable {
        let label: String
        var texts: [String]
    }

    struct Cell: Hashable, Sendable {
        let text: String
        let isNumber: Bool
    }

    struct Row: Hashable, Sendable { let cells: [Cell] }

    struct Table: Hashable, Sendable {
        /// Nil if the first row does not name the columns.
        let header: Row?
        let rows: [Row]
    }

    struct Finding: Hashable, Sendable {
        let subject: String
        let verdict: String
        let tone: String
        let text: LinkedText
    }

    struct Item: Hashable, Sendable {
        let identifier: String
        let state: String
        let tone: String
        let circumstances: String
        let title: String?
        let details: [String]
    }

    /// Values under labels that follow each other.
    private(set) var facts: [Fact]?
    private(set) var line: LinkedText?
    private(set) var hasFacts = false
    private(set) var table: Table?
    private(set) var finding: Finding?
    private(set) var item: Item?

    init(_ part: TextPart) {
        switch part {
        case .line(let line):
            facts = Self.fact(in: line.pageText).map { [$0] }
            hasFacts = facts != nil
            self.line = facts == nil ? LinkedText(line) : nil
        case .table(let rows, let rightAligned, _):
            let shown = rows.map { row in
                Row(cells: row.enumerated().map { Cell(text: $1, isNumber: rightAligned.contains($0)) })
            }
            table = Table(header: nil, rows: shown)
        case .finding(let finding):
            self.finding = Finding(
                subject: Self.trimmed(finding.subject), verdict: Self.trimmed(finding.verdict),
                tone: ToneView.name(finding.tone), text: LinkedText(finding.text))
        case .item(let item): self.item = Item(item)
        }
    }

    init(_ notice: Notice) {
        switch notice.severity {
        case .fact:
            facts = [Fact(label: notice.label, texts: [notice.text.pageText])]
            hasFacts = true
        case .note, .plain: line = LinkedText(notice.text)
        case .warning:
            finding = Finding(subject: "", verdict: "warning", tone: "attention", text: LinkedText(notice.text))
        }
    }

    /// Parts in order; facts that follow each other become one list.
    static func list(_ parts: [PartView]) -> [PartView] {
        var list: [PartView] = []
        for part in parts {
            if let facts = part.facts, let known = list.last?.facts {
                list[list.count - 1].facts = facts.reduce(into: known) { known, fact in
                    if fact.label.isEmpty { known[known.count - 1].texts += fact.texts } else { known.append(fact) }
                }
            } else {
                list.append(part)
            }
        }
        return list
    }

    static func list(_ parts: [TextPart]) -> [PartView] { list(parts.map { PartView($0) }) }

    static func list(_ notices: [Notice]) -> [PartView] { list(notices.map { PartView($0) }) }

    /// A label and a value: programs align them with two blanks or more.
    private static func fact(in line: String) -> Fact? {
        guard let gap = line.firstRange(of: "  "), gap.lowerBound > line.startIndex else { return nil }
        let text = line[gap.upperBound...].drop { $0 == " " }
        return text.isEmpty ? nil : Fact(label: String(line[..<gap.lowerBound]), texts: [String(text)])
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
