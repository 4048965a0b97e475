// SPDX-License-Identifier: Apache-2.0

/// Writes JSON in ASCII.
struct JSONWriter {
    private(set) var text: [UInt8] = []
    private let pretty: Bool
    private var depth = 0

    init(pretty: Bool) { self.pretty = pretty }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .number(let literal): raw(literal)
        case .string(let string): quoted(string)
        case .array(let elements): list("[", "]", elements) { writer, element in writer.write(element) }
        case .object(let object):
            list("{", "}", object.members) { writer, member in
                writer.quoted(member.key)
                writer.raw(writer.pretty ? ": " : ":")
                writer.write(member.value)
            }
        }
    }

    private mutating func raw(_ ascii: String) { text.append(contentsOf: ascii.utf8) }

    private mutating func list<T>(
        _ open: String, _ close: String, _ items: [T], _ body: (inout JSONWriter, T) -> Void
    ) {
        raw(open)
        depth += 1
        for (place, item) in items.enumerated() {
            if place > 0 { raw(",") }
            newLine()
            body(&self, item)
        }
        depth -= 1
        if !items.isEmpty { newLine() }
        raw(close)
    }

    private mutating func newLine() {
        guard pretty else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func quoted(_ string: String) {
        raw("\"")
        for codeUnit in string.utf16 { unit(codeUnit) }
        raw("\"")
    }

    private mutating func unit(_ unit: UInt16) {
        switch unit {
        case 0x22: raw("\\\"")
        case 0x5c: raw("\\\\")
        case 0x0a: raw("\\n")
        case 0x0d: raw("\\r")
        case 0x09: raw("\\t")
        case 0x20...0x7e: text.append(UInt8(unit))
        default:
            raw("\\u")
            for shift: UInt16 in [12, 8, 4, 0] { text.append(Hex.digit(UInt8(unit >> shift & 15))) }
        }
    }
}
