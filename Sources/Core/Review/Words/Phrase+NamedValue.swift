// SPDX-License-Identifier: Apache-2.0

import Contracts
import Stellar
import StellarXDR
import XDR

extension Phrase.Interpolation {
    /// A type of a contract's interface; the names in it are quoted where they have to be, and it has at most 200 bytes.
    mutating func appendInterpolation(type: SCSpecTypeDef) { appendInterpolation(Phrase(spans: [.words(type.text)])) }

    /// Why an interface cannot be read, one line of printable ASCII; the names in it are quoted.
    mutating func appendInterpolation(fault: ContractError) {
        appendInterpolation(Phrase(spans: [.words(fault.message)]))
    }
}

/// A sentence about a call that stops growing at a limit: names and types are short, but what they name may be many values.
struct NamedPhrase {
    /// Nil if something did not fit.
    var phrase: Phrase? { isCut ? nil : text }
    private var text = Phrase(spans: [])
    private var isCut = false
    private var room: Int

    /// - Parameter room: in bytes.
    init(room: Int) { self.room = room }

    private mutating func append(_ piece: Phrase) {
        guard !isCut else { return }
        room -= piece.length
        if room < 0 { isCut = true } else { text.append(piece) }
    }

    /// `"amount" i128 = 5`, one after the other: name, type and value of each argument. The names are the author's, and quoted.
    mutating func append(_ arguments: [NamedCall.Argument]) {
        for (index, argument) in arguments.enumerated() {
            if isCut { return }
            append("\(index > 0 ? ", " : "")\(name: argument.name) \(type: argument.type) = ")
            append(argument.value)
            if let type = argument.undefinedType {
                append(" (not checked: the interface does not define the type \(name: type))")
            }
        }
    }

    /// A value with the names of its parts, which are quoted; numbers without their type.
    private mutating func append(_ value: NamedValue) {
        if isCut { return }
        switch value {
        case .plain(let plain):
            if let number = plain.integerText { append("\(plain: number)") } else { append(Phrase(plain)) }
        case .none: append("none")
        case .list(let values): append(values, "[", "]")
        case .map(let entries):
            append("{")
            for (index, entry) in entries.enumerated() {
                if isCut { return }
                if index > 0 { append(", ") }
                append(entry.key)
                append(": ")
                append(entry.value)
            }
            append("}")
        case .structure(let type, let fields):
            append("\(name: TypePath.short(type)) {")
            for (index, field) in fields.enumerated() {
                append(index > 0 ? ", \(name: field.name): " : "\(name: field.name): ")
                append(field.value)
            }
            append("}")
        case .unionCase(_, let name, let values):
            append("\(name: name)")
            if !values.isEmpty { append(values, "(", ")") }
        case .enumCase(_, let name, let number): append("\(name: name) (\(number))")
        }
    }

    private mutating func append(_ values: [NamedValue], _ open: Phrase, _ close: Phrase) {
        append(open)
        for (index, value) in values.enumerated() {
            if isCut { return }
            if index > 0 { append(", ") }
            append(value)
        }
        append(close)
    }
}

extension Phrase {
    /// The characters on one line, with addresses in one piece.
    var length: Int {
        spans.reduce(0) { sum, span in
            switch span {
            case .words(let words): sum + words.utf8.count
            case .address(let address): sum + address.ascii.count
            }
        }
    }
}
