// SPDX-License-Identifier: Apache-2.0

/// An address of Solana: an ed25519 public key, 32 bytes, in base58.
package struct SolanaAddress: Hashable, Sendable {
    package static let length = 32

    /// 32 bytes.
    package let publicKey: [UInt8]

    /// - Precondition: `publicKey` has 32 bytes.
    package init(publicKey: [UInt8]) {
        precondition(publicKey.count == Self.length, "an ed25519 public key has 32 bytes")
        self.publicKey = publicKey
    }

    /// - Returns: nil for anything but base58 of exactly 32 bytes.
    package init?(_ text: String) {
        guard let bytes = Base58.decode(text, limit: Self.length), bytes.count == Self.length else { return nil }
        publicKey = bytes
    }

    package var text: String { Base58.encode(publicKey) }
}

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
        let digits = text.utf8.map { values[$0] }
        // Each character has log2(58), 5.86 bits; a leading 1 is a whole byte.
        guard digits.count <= limit * 11 / 8 + 1 else { return nil }
        let zeros = digits.prefix { $0 == 0 }.count
        var words: [UInt32] = []  // the last first
        var next = zeros
        while next < digits.count {
            // Five digits at once fit a word.
            var (carry, factor) = (UInt64(0), UInt64(1))
            for digit in digits[next..<min(next + 5, digits.count)] {
                guard let digit else { return nil }
                (carry, factor) = (carry * 58 + UInt64(digit), factor * 58)
            }
            for index in words.indices {
                carry += UInt64(words[index]) * factor
                words[index] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            if carry > 0 { words.append(UInt32(carry)) }
            next += 5
        }
        let number = words.reversed().flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
        let whole = [UInt8](repeating: 0, count: zeros) + number.drop { $0 == 0 }
        return whole.count <= limit ? whole : nil
    }
}
