// SPDX-License-Identifier: Apache-2.0

import Codec
import Review

/// A review in blocks, as a page shows it. Wording and order are those of the signer's page.
struct ReviewView: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        let text: String
        let isAddress: Bool
        let name: String?
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

    enum Block: Hashable, Sendable {
        case heading(String)
        case facts([Fact])
        case findings([Finding])
        case operations([Operation])
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
        if blocks.isEmpty || !text.contains(": ") { return blocks.append(.heading(text)) }
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
            case .address(let address, let name):
                Span(
                    text: address, isAddress: true,
                    name: name ?? names[String(address.filter { $0 != " " })].map { "your contact \($0)" })
            }
        }
        let isInOperation = entry.indent >= 5 && lastOperation != nil
        if let level = entry.level {
            let finding = Finding(label: String(entry.label.dropLast()), level: level.rawName, spans: spans)
            if isInOperation { change { $0.findings.append(finding) } } else { addFinding(finding) }
        } else if entry.isOperation {
            addOperation(Operation(spans: spans))
        } else if entry.label.isEmpty, case .findings(var findings)? = blocks.last {
            findings[findings.count - 1].nodes.append(spans)
            blocks[blocks.count - 1] = .findings(findings)
        } else if isInOperation {
            if entry.label.isEmpty, let last = lastOperation?.findings.count, last > 0 {
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
        guard case .facts(let facts)? = blocks.last else { return blocks.append(.facts([fact])) }
        blocks[blocks.count - 1] = .facts(facts + [fact])
    }

    private mutating func addFinding(_ finding: Finding) {
        guard case .findings(let findings)? = blocks.last else { return blocks.append(.findings([finding])) }
        blocks[blocks.count - 1] = .findings(findings + [finding])
    }

    private mutating func addOperation(_ operation: Operation) {
        guard case .operations(let operations)? = blocks.last else { return blocks.append(.operations([operation])) }
        blocks[blocks.count - 1] = .operations(operations + [operation])
    }

    /// The operation to which further parts belong; nil if something else came after it.
    private var lastOperation: Operation? {
        if case .operations(let operations)? = blocks.last { operations.last } else { nil }
    }

    /// Changes the last operation.
    private mutating func change(_ change: (inout Operation) -> Void) {
        guard case .operations(var operations)? = blocks.last, !operations.isEmpty else { return }
        change(&operations[operations.count - 1])
        blocks[blocks.count - 1] = .operations(operations)
    }

    var html: HTML {
        tag(.div, .class("review"), .test("review")) { for block in blocks { block.html } }
    }
}

extension ReviewView.Block {
    fileprivate var html: HTML {
        switch self {
        case .heading(let text): tag(.p, .class("review-heading")) { text }
        case .facts(let facts):
            tag(.dl, .class("facts")) {
                for fact in facts {
                    tag(.dt) { fact.label }
                    tag(.dd, fact.isStrong ? .class("strong") : nil) { fact.spans.html }
                }
            }
        case .findings(let findings): findings.html
        case .operations(let operations):
            tag(.ol, .class("operations")) { for operation in operations { operation.html } }
        }
    }
}

extension ReviewView.Operation {
    fileprivate var html: HTML {
        tag(.li) {
            tag(.p, .class("summary")) { spans.html }
            for detail in details {
                tag(.p, .class("detail")) {
                    "\(detail.label) "
                    detail.spans.html
                }
            }
            findings.html
        }
    }
}

extension [ReviewView.Finding] {
    fileprivate var html: HTML {
        HTML {
            for finding in self {
                tag(.div, .class("finding level-\(finding.level)"), .test("finding")) {
                    tag(.strong) { finding.label }
                    " "
                    finding.spans.html
                    for node in finding.nodes { tag(.p) { node.html } }
                }
            }
        }
    }
}

extension [ReviewView.Span] {
    fileprivate var html: HTML { HTML { for span in self { span.html } } }
}

extension ReviewView.Span {
    /// An address in its groups, which are apart only on the screen: what is copied is in one piece.
    fileprivate var html: HTML {
        HTML {
            if isAddress {
                tag(.span, .class("address")) {
                    for group in text.split(separator: " ") { tag(.span) { String(group) } }
                }
                if let name {
                    " "
                    tag(.span, .class("contact")) { "(\(name))" }
                }
            } else {
                text
            }
        }
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
