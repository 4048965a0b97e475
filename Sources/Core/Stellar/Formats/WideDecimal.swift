// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Integers of 128 and 256 bits, two's complement and big-endian, as text.
package enum WideDecimal {
    /// The number in decimal.
    package static func text(of bytes: [UInt8], signed: Bool) -> String {
        let isNegative = signed && bytes.first.map { $0 >= 0x80 } == true
        var number = isNegative ? negated(bytes) : bytes
        var groups: [String] = []
        repeat {
            let group = String(divide(&number, by: 1_000_000_000))
            groups.append(
                number.allSatisfy { $0 == 0 } ? group : String(repeating: "0", count: 9 - group.count) + group)
        } while number.contains { $0 != 0 }
        return (isNegative ? "-" : "") + groups.reversed().joined()
    }

    /// Parses a decimal number into `count` bytes: an optional minus and digits without a leading zero.
    package static func bytes(of text: String, count: Int, signed: Bool) throws(ValueFormatError) -> [UInt8] {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { throw .expected("a whole number") }
        guard digits.count <= 78 else { throw .outOfRange }
        return try bytes(
            of: digits.map { $0 - UInt8(ascii: "0") }, radix: 10, isNegative: isNegative, count: count, signed: signed)
    }

    /// The number with these digits, each below `radix`, in `count` bytes.
    package static func bytes(
        of digits: [UInt8], radix: UInt8, isNegative: Bool, count: Int, signed: Bool
    ) throws(ValueFormatError) -> [UInt8] {
        var number = [UInt8](repeating: 0, count: count)
        for digit in digits {
            guard multiply(&number, by: UInt16(radix), adding: digit) else { throw .outOfRange }
        }
        guard isNegative else {
            if signed, number[0] >= 0x80 { throw .outOfRange }
            return number
        }
        let negative = negated(number)
        guard signed, negative[0] >= 0x80 else { throw .outOfRange }
        return negative
    }

    private static func negated(_ bytes: [UInt8]) -> [UInt8] {
        var out = bytes.map { ~$0 }
        for place in out.indices.reversed() {
            out[place] &+= 1
            if out[place] != 0 { break }
        }
        return out
    }

    /// Divides in place and returns the remainder.
    private static func divide(_ number: inout [UInt8], by divisor: UInt64) -> UInt64 {
        var rest: UInt64 = 0
        for place in number.indices {
            let part = rest << 8 | UInt64(number[place])
            number[place] = UInt8(part / divisor)
            rest = part % divisor
        }
        return rest
    }

    /// Multiplies in place and adds a digit; returns false on overflow.
    private static func multiply(_ number: inout [UInt8], by factor: UInt16, adding digit: UInt8) -> Bool {
        var carry = UInt16(digit)
        for place in number.indices.reversed() {
            let part = UInt16(number[place]) * factor + carry
            number[place] = UInt8(part & 0xff)
            carry = part >> 8
        }
        return carry == 0
    }
}

/// The structures that hold an integer of 128 or 256 bits in parts, written as one decimal number.
enum WideParts {
    static func covers(_ type: any XDRCodable.Type) -> Bool { size(of: type) != nil }

    static func text(of value: any XDRCodable) -> String? {
        let type = Swift.type(of: value)
        return covers(type) ? WideDecimal.text(of: value.xdr, signed: isSigned(type)) : nil
    }

    static func value(_ type: any XDRCodable.Type, _ text: String) throws(ValueFormatError) -> any XDRCodable {
        guard let size = size(of: type) else { throw .unknown }
        let bytes = try WideDecimal.bytes(of: text, count: size, signed: isSigned(type))
        do throws(XDRError) { return try type.init(xdr: bytes) } catch { throw .outOfRange }
    }

    private static func isSigned(_ type: any XDRCodable.Type) -> Bool {
        type == Int128Parts.self || type == Int256Parts.self
    }

    private static func size(of type: any XDRCodable.Type) -> Int? {
        if type == Int128Parts.self || type == UInt128Parts.self { return 16 }
        return type == Int256Parts.self || type == UInt256Parts.self ? 32 : nil
    }
}
