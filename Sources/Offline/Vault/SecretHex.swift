// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Hexadecimal digits of a secret, decoded and encoded within guarded memory.
enum SecretHex {
    /// The bytes of a text, in guarded memory.
    ///
    /// - Precondition: `isHex` holds.
    static func decode(_ text: UnsafeRawBufferPointer) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: text.count / 2) { (bytes) throws(SodiumError) in
            for index in bytes.indices {
                guard let high = value(text[index * 2]), let low = value(text[index * 2 + 1]) else {
                    preconditionFailure("the text is hexadecimal")
                }
                bytes[index] = high << 4 | low
            }
        }
    }

    /// Whether a text has two digits for each of `count` bytes and nothing else.
    ///
    /// - Parameter isUpperCaseAllowed: whether digits of either case count, or lower case only.
    static func isHex(_ text: UnsafeRawBufferPointer, count: Int, isUpperCaseAllowed: Bool = true) -> Bool {
        text.count == count * 2
            && text.allSatisfy { byte in
                value(byte) != nil && (isUpperCaseAllowed || !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte))
            }
    }

    /// Two lower-case digits for each byte.
    static func encode(_ bytes: borrowing SecretBytes, prefix: StaticString = "") throws(SodiumError) -> SecretBytes {
        let start = prefix.utf8CodeUnitCount
        return try SecretBytes(count: start + bytes.count * 2) { (text) throws(SodiumError) in
            prefix.withUTF8Buffer { text.copyBytes(from: $0) }
            bytes.withBytes { bytes in
                for (index, byte) in bytes.enumerated() {
                    text[start + index * 2] = digit(byte >> 4)
                    text[start + index * 2 + 1] = digit(byte & 15)
                }
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 0x37
        default: nil
        }
    }
}
