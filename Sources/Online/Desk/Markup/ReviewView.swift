// SPDX-License-Identifier: Apache-2.0

import Codec
import Review

/// A review in blocks, as the template shows it. Wording and order are those of the signer's page.
struct ReviewView: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        let text: String
        let isAddress: Bool
        /// The groups of an address, apart from each other only on the screen: what is copied is in one piece.
        let groups: [String]
        let name: String?
        /// Where an action leads; nil for everything else.
        let leadsTo: String?

        init(text: String, isAddress: Bool, name: String?, leadsTo: String? = nil) {
            (self.text, self.isAddress, self.name, self.leadsTo) = (text, isAddress, name, leadsTo)
            groups = isAddress ? text.split(separator: " ").map(String.init) : []
        }
    }

    struct Fact: Hashable, Sendable {
        let label: String
        let spans: [Span]
        let isStrong: Bool
    }

    struct Finding: Hashable, Sendable {
        /// Such as `WARN W-MEMO`.
        let label: String
        let level: String
        let spans: [Span]
        /// Sentences below it.
        var nodes: [[Span]] = []
    }

    struct Operation: Hashable, Sendable {
        let spans: [Span]
        /// `by`, fields and what else belongs to it.
        var details: [Fact] = []
        var findings: [Finding] = []
    }

    /// Exactly one is there.
    struct Block: Hashable, Sendable {
        var heading: String?
        var facts: [Fact]?
        var findings: [Finding]?
        var operations: [Operation]?
        let hasFacts: Bool
        let hasOperations: Bool

        init(heading: String? = nil, facts: [Fact]? = nil, findings: [Finding]? = nil, operations: [Operation]? = nil) {
            (self.heading, self.facts, self.findings, self.operations) = (heading, facts, findings, operations)
            hasFacts = facts != nil
            hasOperations = operations != nil
        }
    }

    private(set) var blocks: [Block] = []
    /// The contacts' names of addresses.
    private let names: [String: String]

    /// The transaction's memo as a person reads it, beside the bytes that the signer's page has.
    private let memo: String?

    /// - Parameters:
    ///   - names: the contacts' names by address.
    ///   - memo: the text of the memo, if it is in another script and safe to show.
    init(_ parts: [ReviewPart], names: [String: String], memo: String? = nil) {
        self.names = names
        self.memo = memo
        for part in parts {
            switch part {
            case .gap: break
            case .line(let text, _): addLine(text)
            case .entry(let entry): add(entry)
            }
        }
    }

    private mutating func addLine(_ text: String) {
        let text = String(text.drop { $0 == " " })
        if blocks.isEmpty || !text.contains(": ") { return blocks.append(Block(heading: text)) }
        let sides = text.split(separator: ": ", maxSplits: 1)
        addFact(
            Fact(
                label: String(sides[0]), spans: [Span(text: String(sides[1]), isAddress: false, name: nil)],
                isStrong: false))
    }

    private mutating func add(_ entry: ReviewPart.Entry) {
        let spans = entry.spans.map { span in
            switch span {
            case .words(let words): Span(text: words, isAddress: false, name: nil)
            case .field(let field):
                Span(text: DeskStyle().text(of: field, value: nil), isAddress: false, name: nil)
            case .step(let step):
                Span(text: DeskStyle().text(of: step), isAddress: false, name: nil, leadsTo: DeskPath.page(of: step))
            case .address(let address, let name):
                Span(
                    text: address, isAddress: true,
                    name: name ?? names[String(address.filter { $0 != " " })].map { "your contact \($0)" })
            }
        }
        let isInOperation = entry.indent >= 5 && blocks.last?.operations != nil
        if let level = entry.level {
            let finding = Finding(
                label: String(entry.label.dropLast()), level: level.rawName, spans: spans)
            if isInOperation { change { $0.findings.append(finding) } } else { addFinding(finding) }
        } else if entry.isOperation {
            let operation = Operation(spans: spans)
            if blocks.last?.operations != nil {
                blocks[blocks.count - 1].operations?.append(operation)
            } else {
                blocks.append(Block(operations: [operation]))
            }
        } else if entry.label.isEmpty, let block = blocks.last, block.findings != nil {
            blocks[blocks.count - 1].findings?[(block.findings?.count ?? 1) - 1].nodes.append(spans)
        } else if isInOperation {
            if entry.label.isEmpty, let last = blocks.last?.operations?.last?.findings.count, last > 0 {
                change { $0.findings[last - 1].nodes.append(spans) }
            } else {
                change { $0.details.append(Fact(label: entry.label, spans: spans, isStrong: false)) }
            }
        } else {
            let readable = entry.label.hasPrefix("Memo") ? memo : nil
            let more = readable.map { [Span(text: ", which reads \"\($0)\"", isAddress: false, name: nil)] } ?? []
            addFact(Fact(label: entry.label, spans: spans + more, isStrong: entry.isStrong))
        }
    }

    private mutating func addFact(_ fact: Fact) {
        if blocks.last?.facts != nil {
            blocks[blocks.count - 1].facts?.append(fact)
        } else {
            blocks.append(Block(facts: [fact]))
        }
    }

    private mutating func addFinding(_ finding: Finding) {
        if blocks.last?.findings != nil {
            blocks[blocks.count - 1].findings?.append(finding)
        } else {
            blocks.append(Block(findings: [finding]))
        }
    }

    /// Changes the last operation.
    private mutating func change(_ change: (inout Operation) -> Void) {
        guard let count = blocks.last?.operations?.count, count > 0, var operation = blocks.last?.operations?[count - 1]
        else { return }
        change(&operation)
        blocks[blocks.count - 1].operations?[count - 1] = operation
    }
}

extension Level {
    /// In lower case, for class names.
    var rawName: String {
        switch self {
        case .info: "info"
        case .warn: "warn"
        case .hold: "hold"
        case .refuse: "refuse"
        }
    }
}
