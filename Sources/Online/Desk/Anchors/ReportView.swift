// SPDX-License-Identifier: Apache-2.0

import Anchors

/// An anchor's answer, as the template shows it.
struct ReportView: Hashable, Sendable {
    struct Fact: Hashable, Sendable {
        let label: String
        let text: String
    }

    struct Row: Hashable, Sendable { let cells: [String] }

    struct Table: Hashable, Sendable {
        let header: [String]
        let rows: [Row]
    }

    struct Part: Hashable, Sendable {
        var line: String?
        var facts: [Fact] = []
        var hasFacts: Bool { !facts.isEmpty }
        var table: Table?
        /// Whether there are facts, for the template.
        var isList = false
    }

    let parts: [Part]

    /// The most rows and facts that are shown of one part.
    private static let most = 200

    init(_ report: AnchorReport) {
        parts = report.parts.prefix(Self.most).map { part in
            switch part {
            case .line(let text): Part(line: ShownText.of(text))
            case .facts(let facts): Part(facts: Self.facts(facts), isList: !facts.isEmpty)
            case .table(let header, let rows):
                Part(
                    table: Table(
                        header: header,
                        rows: rows.prefix(Self.most).map { Row(cells: $0.map { ShownText.of($0) }) }))
            }
        }
    }

    static func facts(_ facts: [AnchorFact]) -> [Fact] {
        facts.prefix(most).map { Fact(label: ShownText.of($0.label), text: ShownText.of($0.value)) }
    }
}

/// Text that a server sent, made safe for a page. Templates escape it as markup; this bounds its length and shows what could hide or
/// reorder the text around it.
enum ShownText {
    /// The most characters that are shown of one text.
    private static let limit = 2000

    static func of(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else {
                shown.append(contentsOf: "...".unicodeScalars)
                break
            }
            count += 1
            if isPlain(scalar) {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        }
        return String(shown)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
