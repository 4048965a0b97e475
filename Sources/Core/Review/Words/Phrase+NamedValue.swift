// SPDX-License-Identifier: Apache-2.0

import Contracts
import StellarXDR
import XDR

extension Phrase.Interpolation {
    /// Printable ASCII, escaped where it was made.
    mutating func appendInterpolation(ascii text: String) { appendInterpolation(Phrase(spans: [.words(text)])) }
}

extension Phrase {
    /// `"amount" i128 = 5`: name, type and value of an argument. The name is the author's, and quoted.
    init(_ argument: NamedCall.Argument) {
        self = "\(text: argument.name) \(ascii: argument.type.text) = \(Phrase(argument.value))"
        if let type = argument.undefinedType {
            append(" (not checked: the interface does not define the type \(text: type))")
        }
    }

    /// A value with the names of its parts, which are quoted; numbers without their type.
    init(_ value: NamedValue) {
        self.init(spans: [])
        append(value)
    }

    private mutating func append(_ value: NamedValue) {
        switch value {
        case .plain(let plain):
            if let number = plain.integerText { append("\(ascii: number)") } else { append(Phrase(plain)) }
        case .none: append("none")
        case .list(let values): append(values, "[", "]")
        case .map(let entries):
            append("{")
            for (index, entry) in entries.enumerated() {
                if index > 0 { append(", ") }
                append(entry.key)
                append(": ")
                append(entry.value)
            }
            append("}")
        case .structure(let type, let fields):
            append("\(text: TypePath.short(type)) {")
            for (index, field) in fields.enumerated() {
                append(index > 0 ? ", \(text: field.name): " : "\(text: field.name): ")
                append(field.value)
            }
            append("}")
        case .unionCase(_, let name, let values):
            append("\(text: name)")
            if !values.isEmpty { append(values, "(", ")") }
        case .enumCase(_, let name, let number): append("\(text: name) (\(number))")
        }
    }

    private mutating func append(_ values: [NamedValue], _ open: Phrase, _ close: Phrase) {
        append(open)
        for (index, value) in values.enumerated() {
            if index > 0 { append(", ") }
            append(value)
        }
        append(close)
    }
}
