// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup
import Workspace

extension TextTone {
    /// For class names.
    var name: String {
        switch self {
        case .good: "good"
        case .neutral: "neutral"
        case .attention: "attention"
        case .bad: "bad"
        }
    }
}

/// A part of a library's text for people, as pages show it.
enum PartView: Hashable, Sendable {
    /// Values under a label.
    struct Fact: Hashable, Sendable {
        let label: String
        var texts: [String]
    }

    struct Cell: Hashable, Sendable {
        let text: String
        let isNumber: Bool

        func html(_ name: Tag) -> HTML {
            tag(name, name == .th ? .scope("col") : nil, isNumber ? .class("number") : nil) { text }
        }
    }

    struct Finding: Hashable, Sendable {
        let subject: String
        let verdict: String
        let tone: TextTone
        let text: LinkedText
    }

    /// Values under labels that follow each other.
    case facts([Fact])
    case line(LinkedText)
    case table([[Cell]])
    case finding(Finding)
    case item(TextItem)

    /// The views of a part; none of an empty list.
    private static func views(of part: TextPart) -> [PartView] {
        switch part {
        case .line(let line): [.line(LinkedText(line))]
        case .facts(let facts, _, _):
            facts.isEmpty
                ? [] : [.facts(facts.map { Fact(label: $0.label.pageText, texts: $0.values.map(\.pageText)) })]
        case .table(let rows, let rightAligned, _):
            [
                .table(
                    rows.map { row in row.enumerated().map { Cell(text: $1, isNumber: rightAligned.contains($0)) } })
            ]
        case .findings(let findings, _):
            findings.map {
                .finding(
                    Finding(subject: $0.subject, verdict: $0.verdict, tone: $0.tone, text: LinkedText($0.text)))
            }
        case .item(let item): [.item(item)]
        }
    }

    init(_ notice: Notice) {
        switch notice.severity {
        case .fact: self = .facts([Fact(label: notice.label, texts: [notice.text.pageText])])
        case .note, .plain: self = .line(LinkedText(notice.text))
        case .warning:
            self = .finding(
                Finding(subject: "", verdict: "warning", tone: .attention, text: LinkedText(notice.text)))
        }
    }

    /// Parts in order; facts that follow each other become one list.
    static func list(_ parts: [PartView]) -> [PartView] {
        var list: [PartView] = []
        for part in parts {
            guard case .facts(let facts) = part, case .facts(let known)? = list.last else {
                list.append(part)
                continue
            }
            list[list.count - 1] = .facts(
                facts.reduce(into: known) { known, fact in
                    if fact.label.isEmpty { known[known.count - 1].texts += fact.texts } else { known.append(fact) }
                })
        }
        return list
    }

    static func list(_ parts: [TextPart]) -> [PartView] { list(parts.flatMap(views)) }

    static func list(_ notices: [Notice]) -> [PartView] { list(notices.map { PartView($0) }) }

    var html: HTML {
        switch self {
        case .facts(let facts): facts.html
        case .line(let line): tag(.p, .class("line")) { line.html }
        case .table(let rows): Self.table(rows)
        case .finding(let finding): finding.html
        case .item(let item): item.html
        }
    }

    private static func table(_ rows: [[Cell]]) -> HTML {
        scrolled("Table") {
            tag(.table) {
                tag(.tbody) { for row in rows { tag(.tr) { for cell in row { cell.html(.td) } } } }
            }
        }
    }
}

extension [PartView] {
    var html: HTML { HTML { for part in self { part.html } } }
}

extension [PartView.Fact] {
    var html: HTML {
        tag(.dl, .class("facts")) {
            for fact in self {
                tag(.dt) { fact.label }
                for text in fact.texts { tag(.dd) { text } }
            }
        }
    }
}

extension PartView.Finding {
    fileprivate var html: HTML {
        tag(.div, .class("check-row tone-\(tone.name)")) {
            tag(.span, .class("subject")) { subject }
            " "
            chip(tone) { verdict }
            " "
            tag(.span, .class("text")) { text.html }
        }
    }
}

extension TextItem {
    var html: HTML {
        tag(.div, .class("item")) {
            tag(.p, .class("head")) {
                chip(tone) { state }
                " "
                tag(.strong) { title ?? "" }
            }
            let more = circumstances.drop { $0 == " " || $0 == "," }
            if !more.isEmpty { tag(.p, .class("circumstances")) { String(more) } }
            for detail in details { tag(.p, .class("detail")) { detail } }
            tag(.p, .class("identifier")) { identifier }
        }
    }
}

/// A step of a transaction or a transfer.
struct StepView: Hashable, Sendable {
    enum State: String, Hashable, Sendable { case done, now, todo, failed }

    let label: String
    let detail: String
    let state: State

    init(_ label: String, _ detail: String, _ state: State) {
        (self.label, self.detail, self.state) = (label, detail, state)
    }
}

extension [StepView] {
    var html: HTML {
        tag(.ol, .class("steps"), .test("steps")) {
            for step in self {
                tag(.li, .data("state", step.state.rawValue)) {
                    tag(.span, .class("label")) { step.label }
                    " "
                    tag(.span, .class("detail")) { step.detail }
                }
            }
        }
    }
}

/// Text parts that a job fetches: they are there, or it is running, or it has failed.
struct FetchedParts: Hashable, Sendable {
    let parts: [PartView]
    let isRunning: Bool
    let failure: MessageView?

    init(_ known: JobQueue.Known<[PartView]>) {
        parts = known.value ?? []
        isRunning = known.isRunning && known.result == nil
        failure = known.failure.map { MessageView($0) }
    }

    var html: HTML {
        HTML {
            if isRunning { notice(.neutral, .role("status")) { "Asking the network." } }
            failure?.html
            parts.html
        }
    }
}
