// SPDX-License-Identifier: Apache-2.0

import Anchors
import Markup

/// An anchor's answer, made safe for a page.
struct ReportView: Hashable, Sendable {
    struct Fact: Hashable, Sendable {
        let label: String
        let text: String
    }

    private enum Part: Hashable, Sendable {
        case line(String)
        case facts([Fact])
        case table(header: [String], rows: [[String]])
    }

    private let parts: [Part]

    /// The most rows and facts that are shown of one part.
    private static let most = 200

    init(_ report: AnchorReport) {
        parts = report.parts.prefix(Self.most).map { part in
            switch part {
            case .line(let text): .line(ShownText.of(text))
            case .facts(let facts): .facts(Self.facts(facts))
            case .table(let header, let rows):
                .table(header: header, rows: rows.prefix(Self.most).map { $0.map { ShownText.of($0) } })
            }
        }
    }

    static func facts(_ facts: [AnchorFact]) -> [Fact] {
        facts.prefix(most).map { Fact(label: ShownText.of($0.label), text: ShownText.of($0.value)) }
    }

    var html: HTML {
        HTML {
            for part in parts {
                switch part {
                case .line(let text): tag(.h3) { text }
                case .facts(let facts): if !facts.isEmpty { facts.html() }
                case .table(let header, let rows): Self.table(header, rows)
                }
            }
        }
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> HTML {
        scrolled("Table") {
            tag(.table) {
                tag(.thead) { tag(.tr) { for name in header { tag(.th) { name } } } }
                tag(.tbody) { for row in rows { tag(.tr) { for cell in row { tag(.td) { cell } } } } }
            }
        }
    }
}

extension [ReportView.Fact] {
    /// - Parameter name: for tests.
    func html(_ name: String? = nil) -> HTML {
        tag(.dl, .class("facts"), name.map { .test($0) }) {
            for fact in self {
                tag(.dt) { fact.label }
                tag(.dd) { fact.text }
            }
        }
    }
}

/// Text that a server sent, made safe for a page. Pages escape it as markup; this bounds its length and shows what
/// could hide or reorder the text around it.
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
