// SPDX-License-Identifier: Apache-2.0

import Transfers

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
