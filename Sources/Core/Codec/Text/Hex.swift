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

/// Why a text is not hexadecimal.
package enum HexError: Error, Hashable {
    /// An odd number of digits, where each byte has two.
    case oddLength(Int)
    /// A byte of the text that is not a hexadecimal digit.
    case invalidCharacter(offset: Int)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .oddLength(let length): "not hexadecimal: odd number of digits (\(length))"
        case .invalidCharacter(let offset): "not hexadecimal: wrong character at byte offset \(offset)"
        }
    }
}

/// The value of each of the 256 bytes in an alphabet, or `none`: one lookup instead of comparisons.
struct SymbolTable: Sendable {
    /// Marks a byte outside the alphabet; greater than any value.
    static let none: UInt8 = 255

    private let values: [UInt8]

    init(_ alphabet: [UInt8]) {
        var values = [UInt8](repeating: Self.none, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        self.values = values
    }

    subscript(_ character: UInt8) -> UInt8 { values[Int(character)] }

    /// Provides the table as a pointer to 256 values, for loops that must be fast in every build.
    func withSymbols<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
        try values.withUnsafeBufferPointer(body)
    }
}
