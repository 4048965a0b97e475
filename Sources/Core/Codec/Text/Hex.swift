// SPDX-License-Identifier: Apache-2.0

/// Hexadecimal: lower case when written, either case when read.
package enum Hex {
    private static let digits = [UInt8]("0123456789abcdef".utf8)

    /// Decodes pairs of digits. Accepts no prefix and no white space.
    package static func decode(_ text: String) throws(HexError) -> [UInt8] {
        let digits = [UInt8](text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for (offset, character) in digits.enumerated() {
            guard let value = value(of: character) else { throw .invalidCharacter(offset: offset) }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { throw .oddLength(digits.count) }
        return bytes
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
    package static func value(of character: UInt8) -> UInt8? {
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
