// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup
import Review
import StellarXDR
import Workspace

/// A review in blocks, as a page shows it. Wording and order are those of the signer's page.
struct ReviewView: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        let text: String
        let isAddress: Bool
        let name: String?
        /// Where an action leads; nil for everything else.
        let leadsTo: String?

        init(text: String, isAddress: Bool, name: String?, leadsTo: String? = nil) {
            (self.text, self.isAddress, self.name, self.leadsTo) = (text, isAddress, name, leadsTo)
        }

        static func words(_ text: String) -> Span { Span(text: text, isAddress: false, name: nil) }
    }

    struct Fact: Hashable, Sendable {
        let label: String
        let spans: [Span]
        let isStrong: Bool
    }

    struct Finding: Hashable, Sendable {
        /// Such as `WARN W-MEMO`.
        let label: String
        let level: Level
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

    /// - Parameter names: the contacts' names by address.
    init(_ parts: [ReviewPart], names: [String: String]) {
        self.names = names
        for part in parts {
            switch part {
            case .gap: break
            case .line(let text): blocks.append(.heading(text))
            case .pair(let name, let value):
                addFact(Fact(label: name, spans: [.words(value)], isStrong: false))
            case .entry(let entry): add(entry)
            }
        }
    }

    private mutating func add(_ entry: ReviewPart.Entry) {
        let spans = entry.spans.map { span in
            switch span {
            case .words(let words): Span.words(words)
            case .field(let field): Span.words(DeskStyle().text(of: field, value: nil))
            case .step(let step):
                Span(text: DeskStyle().text(of: step), isAddress: false, name: nil, leadsTo: DeskPath.page(of: step))
            case .address(let address, let name):
                Span(
                    text: address, isAddress: true,
                    name: name ?? names[String(address.filter { $0 != " " })].map { "your contact \($0)" })
            }
        }
        let fact = Fact(label: entry.label, spans: spans, isStrong: entry.isStrong)
        switch entry.role {
        case .fact: addFact(fact)
        case .memo(let memo):
            // A memo in another script, beside the bytes that the signer's page has.
            let readable = memo.readable.map { [Span.words(", which reads \"\($0)\"")] } ?? []
            addFact(Fact(label: fact.label, spans: spans + readable, isStrong: fact.isStrong))
        case .operation: addOperation(Operation(spans: spans))
        case .field(ofOperation: false): addFact(fact)
        case .field(ofOperation: true):
            change { $0.details.append(Fact(label: "\(fact.label):", spans: spans, isStrong: false)) }
        case .detail:
            change { $0.details.append(Fact(label: fact.label, spans: spans, isStrong: false)) }
        case .finding(let level, let rule, let isOfOperation):
            let finding = Finding(label: "\(level.word) \(rule.rawValue)", level: level, spans: spans)
            if isOfOperation { change { $0.findings.append(finding) } } else { addFinding(finding) }
        case .reason: addReason(spans)
        }
    }

    private mutating func addReason(_ spans: [Span]) {
        if case .findings(var findings)? = blocks.last {
            findings[findings.count - 1].nodes.append(spans)
            blocks[blocks.count - 1] = .findings(findings)
        } else {
            change { operation in
                guard !operation.findings.isEmpty else { return }
                operation.findings[operation.findings.count - 1].nodes.append(spans)
            }
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
                tag(.div, .class("finding \(finding.level.className)"), .test("finding")) {
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
            } else if let leadsTo {
                tag(.a, .href(Href(leadsTo))) { text }
            } else {
                text
            }
        }
    }
}

extension Level {
    /// For class names.
    fileprivate var className: String { "level-\(rawValue)" }
}
