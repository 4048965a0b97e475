// SPDX-License-Identifier: Apache-2.0

/// Writes JSON in ASCII, one value after another. The caller is responsible for the order of brackets, keys and values.
package struct JSONWriter {
    package private(set) var text: [UInt8] = []
    private let pretty: Bool
    private var depth = 0
    /// Whether nothing has followed the last opened bracket yet. One flag is enough: a closed container is an item of
    /// the enclosing one.
    private var isFirst = true

    /// How many containers are indented, one within the other. A value in more of them is written on one line:
    /// otherwise the blanks would be a product of the depth of values and their number.
    private static let deepest = 20

    /// - Parameter pretty: one member or element per line, indented by two spaces, in the first 20 containers around
    ///   it.
    package init(pretty: Bool) { self.pretty = pretty }

    package mutating func write(_ value: JSON) {
        switch value {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .number(let literal): raw(literal)
        case .string(let string): self.string(string)
        case .array(let elements):
            open("[")
            for element in elements {
                next()
                write(element)
            }
            close("]")
        case .object(let object):
            open("{")
            for member in object.members {
                key(member.key)
                write(member.value)
            }
            close("}")
        }
    }

    /// A number, true, false or null.
    package mutating func raw(_ ascii: String) { text.append(contentsOf: ascii.utf8) }

    package mutating func open(_ bracket: Unicode.Scalar) {
        text.append(UInt8(ascii: bracket))
        depth += 1
        isFirst = true
    }

    package mutating func close(_ bracket: Unicode.Scalar) {
        depth -= 1
        if !isFirst, depth < Self.deepest { newLine() }
        text.append(UInt8(ascii: bracket))
        isFirst = false
    }

    /// Call before each element of an array.
    package mutating func next() {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        newLine()
    }

    /// Call before the value of each member of an object.
    package mutating func key(_ name: String) {
        next()
        string(name)
        text.append(UInt8(ascii: ":"))
        if pretty { text.append(UInt8(ascii: " ")) }
    }

    package mutating func string(_ string: String) {
        text.append(UInt8(ascii: "\""))
        if string.allBytes(Self.isPlain) {
            text.append(contentsOf: string.utf8)
        } else {
            for codeUnit in string.utf16 { unit(codeUnit) }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Whether a byte of UTF-8 needs no escaping.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) && byte != 0x22 && byte != 0x5c }

    private mutating func newLine() {
        guard pretty, depth <= Self.deepest else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
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
