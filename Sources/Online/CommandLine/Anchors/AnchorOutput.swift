// SPDX-License-Identifier: Apache-2.0

package import Anchors
package import Codec
import Terminal
import Workspace

/// Prints what anchors answer: one JSON document, or lines for people.
package struct AnchorOutput {
    private let json: Bool

    package init(json: Bool) { self.json = json }

    /// Prints an answer on standard output.
    package func put(_ report: AnchorReport) throws(Failure) {
        guard !json else { return try Console.result(document: report.document) }
        try Console.result(report.lines.map { .line(Wording($0)) })
    }

    /// Asks the anchor and turns its errors into the command's. With JSON, those that programs react to are printed
    /// too.
    ///
    /// - Parameter type: the purpose of customer data, as `customer put --type` takes it.
    package func asking<Answer>(
        _ session: AnchorSession, type: String? = nil, _ ask: () throws -> Answer
    ) throws(Failure) -> Answer {
        try session.explaining(type: type) { () throws(TransferError) in
            try TransferError.catching(ask)
        } telling: { error throws(Failure) in
            if json, let document = error.document { try Console.result(document: document) }
        }
    }
}

extension AnchorReport {
    /// The answer for people, escaped.
    package var lines: [String] {
        parts.flatMap { part in
            switch part {
            case .line(let text): [TerminalText.escape(text)]
            case .facts(let facts): Facts.lines(facts)
            case .table(let header, let rows): TextTable.lines([header] + rows.map { $0.map(TerminalText.escape) })
            }
        }
    }
}

/// Names and values in two columns, for people. All are escaped, because they come from a server.
package enum Facts {
    private static let widest = 40

    package static func lines(_ facts: [AnchorFact]) -> [String] {
        let names = facts.map { TextTable.cut(TerminalText.escape(($0.isPart ? "  " : "") + $0.label)) }
        // A long name, which an anchor may send, does not widen the column.
        let width = names.map(\.utf8.count).filter { $0 <= widest }.max() ?? 0
        // A memo is what an anchor calls so, also among its instructions.
        return zip(names, facts).map { name, fact in
            let shown =
                !fact.isPart && fact.label == "memo" ? ReadableText.memo(fact.value) : TerminalText.escape(fact.value)
            return name + String(repeating: " ", count: max(0, width - name.utf8.count) + 2) + shown
        }
    }
}
