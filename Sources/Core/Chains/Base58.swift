// SPDX-License-Identifier: Apache-2.0

/// Base58 with Bitcoin's alphabet, without a checksum: how Solana writes keys and signatures.
package enum Base58 {
    private static let alphabet = [UInt8]("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    private static let values: [UInt8: UInt32] = Dictionary(
        uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })

    /// Encodes public bytes. The time grows with the square of the length.
    package static func encode(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []  // the last first
        for byte in bytes {
            var carry = UInt32(byte)
            for index in digits.indices {
                carry += UInt32(digits[index]) << 8
                digits[index] = UInt8(carry % 58)
                carry /= 58
            }
            while carry > 0 {
                digits.append(UInt8(carry % 58))
                carry /= 58
            }
        }
        let zeros = bytes.prefix { $0 == 0 }.map { _ in alphabet[0] }
        return String(decoding: zeros + digits.reversed().map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// Decodes text; nil for a character outside the alphabet and for more than `limit` bytes.
    ///
    /// - Parameter limit: bytes; bounds the time, which grows with the square of the length.
    package static func decode(_ text: String, limit: Int = 128) -> [UInt8]? {
        let characters = Array(text.utf8)
        // Each character has log2(58), 5.86 bits; a leading 1 is a whole byte.
        guard characters.count <= limit * 11 / 8 + 1 else { return nil }
        var bytes: [UInt8] = []  // the last first
        for character in characters {
            guard var carry = values[character] else { return nil }
            for index in bytes.indices {
                carry += UInt32(bytes[index]) * 58
                bytes[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(truncatingIfNeeded: carry))
                carry >>= 8
            }
        }
        let zeros = characters.prefix { $0 == alphabet[0] }.map { _ in UInt8(0) }
        let whole = zeros + bytes.reversed()
        return whole.count <= limit ? whole : nil
    }
}
