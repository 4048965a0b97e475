// SPDX-License-Identifier: Apache-2.0

/// Text for a person, in which inputs and actions stay values: each front end shows them in its own way, the command
/// line as an option and a command to copy, the desk as a field's label and a link.
///
/// Write it as a string literal: `"\(field: .sequence) cannot be combined with \(field: .afterDrafts)"`.
package struct Wording: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case text(String)
        /// - Parameter value: a value to give it, such as `max`, or a word that stands for one, such as `FILE`; nil for
        ///   none.
        case field(FieldID, value: String?)
        case step(NextStep)
    }

    package private(set) var parts: [Part]

    package init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    /// - Parameter parts: texts that follow each other become one.
    package init(_ parts: [Part]) {
        self.parts = []
        for part in parts {
            if case .text(let text) = part { append(text) } else { self.parts.append(part) }
        }
    }

    private mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if case .text(let before)? = parts.last {
            parts[parts.count - 1] = .text(before + text)
        } else {
            parts.append(.text(text))
        }
    }

    /// The same with every text replaced.
    package func mapText(_ change: (String) -> String) -> Wording {
        Wording(
            parts.map { part in
                if case .text(let text) = part { .text(change(text)) } else { part }
            })
    }

    package var isEmpty: Bool { parts.isEmpty }

    /// The text as a front end shows it.
    package func text(in style: some WordingStyle) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field, let value): style.text(of: field, value: value)
            case .step(let step): style.text(of: step)
            }
        }.joined()
    }

    /// The text without the forms of any front end: inputs by their names, actions in words.
    package var plain: String { text(in: PlainStyle()) }

    /// The actions that it names, in order.
    package var steps: [NextStep] {
        parts.compactMap { part in
            if case .step(let step) = part { step } else { nil }
        }
    }

    package static func + (one: Wording, other: Wording) -> Wording { Wording(one.parts + other.parts) }

    package static func += (one: inout Wording, other: Wording) { one = one + other }
}

extension Wording: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendLiteral(value.description)
        }

        package mutating func appendInterpolation(_ wording: Wording) { parts += wording.parts }

        package mutating func appendInterpolation(field: FieldID, _ value: String? = nil) {
            parts.append(.field(field, value: value))
        }

        package mutating func appendInterpolation(step: NextStep) { parts.append(.step(step)) }
    }

    package init(stringLiteral text: String) { self.init(text) }

    package init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.parts) }
}

extension [Wording] {
    package func joined(separator: Wording) -> Wording {
        var all = Wording([])
        for (index, wording) in enumerated() { all += index == 0 ? wording : separator + wording }
        return all
    }
}

/// How a front end shows inputs and actions within a text.
package protocol WordingStyle: Sendable {
    func text(of field: FieldID, value: String?) -> String
    func text(of step: NextStep) -> String
}

/// Inputs by their names, actions in words.
package struct PlainStyle: WordingStyle {
    package init() {}

    package func text(of field: FieldID, value: String?) -> String {
        field.plain + (value.map { " \($0)" } ?? "")
    }

    package func text(of step: NextStep) -> String { step.title }
}

extension Wording? {
    /// `did you mean bob?` where a name is close, followed by other advice; nil for neither.
    package static func suggestion(
        for typed: String, among known: some Sequence<String>, _ advice: Wording? = nil
    ) -> Wording? {
        let parts = [Suggestion.question(for: typed, among: known).map { Wording($0) }, advice].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

/// In a string, which has no style, the text is plain.
extension Wording: CustomStringConvertible {
    package var description: String { plain }
}
