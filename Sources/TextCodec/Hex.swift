// SPDX-License-Identifier: Apache-2.0

/// Hexadecimal: written in lower case, read in both.
package enum Hex {
    private static let digits = [UInt8]("0123456789abcdef".utf8)

    /// The bytes that pairs of digits stand for. Nothing but digits is taken: no prefix, no white space.
    package static func decode(_ text: String) throws(HexError) -> [UInt8] {
        let values = [UInt8](text.utf8).map { value(of: $0) ?? .max }
        if let offset = values.firstIndex(of: .max) { throw .invalidCharacter(offset: offset) }
        guard values.count.isMultiple(of: 2) else { throw .oddLength(values.count) }
        return (0..<values.count / 2).map { values[2 * $0] << 4 | values[2 * $0 + 1] }
    }

    /// Two lower-case digits for each byte.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The value of one digit, nil for any other character.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The lower-case digit of a value below 16.
    static func digit(_ value: UInt8) -> UInt8 { digits[Int(value)] }
}
