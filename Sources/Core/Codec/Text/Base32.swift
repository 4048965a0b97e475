// SPDX-License-Identifier: Apache-2.0

/// Base32 in upper case without padding, canonical only.
///
/// - Source: RFC 4648 §6; SEP-23 (which omits the padding).
package enum Base32 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let values = SymbolTable(alphabet)

    /// The number of bytes that `length` characters decode to.
    package static func decodedCount(_ length: Int) -> Int { length * 5 / 8 }

    /// The number of characters that encode `count` bytes.
    package static func encodedCount(_ count: Int) -> Int { (count * 8 + 4) / 5 }

    /// Decodes a base32 text.
    package static func decode(_ text: [UInt8]) throws(Base32Error) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: decodedCount(text.count))
        _ = try bytes.withUnsafeMutableBufferPointer { target throws(Base32Error) in
            try text.withUnsafeBufferPointer { source throws(Base32Error) in
                try decode(UnsafeRawBufferPointer(source), into: UnsafeMutableRawBufferPointer(target))
            }
        }
        return bytes
    }

    /// Encodes bytes as base32.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encodeASCII([UInt8](bytes)), as: UTF8.self)
    }

    /// Encodes bytes as base32, in ASCII bytes instead of a `String`.
    package static func encodeASCII(_ bytes: [UInt8]) -> [UInt8] {
        let length = encodedCount(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: length) { text, filled in
            filled = bytes.withUnsafeBytes { encode($0, into: UnsafeMutableRawBufferPointer(text)) }
        }
    }

    /// Decodes between two buffers of the caller, without copying the bytes anywhere else.
    ///
    /// - Parameter into: room for at least `decodedCount(text.count)` bytes.
    /// - Returns: the number of bytes written. After an error the buffer may hold a prefix of the result.
    package static func decode(
        _ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer
    ) throws(Base32Error) -> Int {
        precondition(bytes.count >= decodedCount(text.count), "no room for the decoded bytes")
        return try values.withSymbols { (values) throws(Base32Error) in
            let whole = wholeGroups(text, values, into: bytes)
            var group: UInt32 = 0
            var (bits, written) = (0, whole * 5)
            for offset in whole * 8..<text.count {
                let value = values[Int(text[offset])]
                guard value != SymbolTable.none else { throw .invalidCharacter(offset: offset) }
                group = (group << 5 | UInt32(value)) & 0xfff
                bits += 5
                guard bits >= 8 else { continue }
                bits -= 8
                bytes[written] = UInt8(truncatingIfNeeded: group >> UInt32(bits))
                written += 1
            }
            guard bits < 5 else { throw .badLength(text.count) }
            guard group & (1 << UInt32(bits) - 1) == 0 else { throw .nonZeroTrailingBits }
            return written
        }
    }

    /// Decodes uninterrupted groups of eight characters, which make up nearly all of a text.
    ///
    /// - Returns: the number of groups.
    private static func wholeGroups(
        _ text: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableRawBufferPointer
    ) -> Int {
        var (from, to) = (0, 0)
        while from + 8 <= text.count {
            var group: UInt64 = 0
            var seen: UInt8 = 0
            for offset in from..<from + 8 {
                let value = values[Int(text[offset])]
                group = group << 5 | UInt64(value)
                seen |= value
            }
            // Values fit five bits; `SymbolTable.none` does not.
            if seen > 31 { break }
            for place in 0..<5 { bytes[to + place] = UInt8(truncatingIfNeeded: group >> UInt64(32 - 8 * place)) }
            (from, to) = (from + 8, to + 5)
        }
        return from / 8
    }

    /// Encodes between two buffers of the caller, without copying the text anywhere else.
    ///
    /// - Parameter into: room for at least `encodedCount(bytes.count)` characters.
    /// - Returns: the number of characters written.
    package static func encode(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) -> Int {
        precondition(text.count >= encodedCount(bytes.count), "no room for the encoded text")
        return alphabet.withUnsafeBufferPointer { alphabet in
            var group: UInt32 = 0
            var (bits, written) = (0, 0)
            for byte in bytes {
                group = (group << 8 | UInt32(byte)) & 0xfff
                bits += 8
                while bits >= 5 {
                    bits -= 5
                    text[written] = alphabet[Int(group >> UInt32(bits) & 31)]
                    written += 1
                }
            }
            guard bits > 0 else { return written }
            text[written] = alphabet[Int(group << UInt32(5 - bits) & 31)]
            return written + 1
        }
    }
}

/// Why a text is not canonical base32. Carries no part of the text, which may be a secret.
package enum Base32Error: Error, Hashable {
    /// A byte outside A-Z and 2-7, including lower case and padding.
    case invalidCharacter(offset: Int)
    /// A length that no number of bytes encodes to.
    case badLength(Int)
    /// The unused bits of the last character are not zero.
    case nonZeroTrailingBits

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .invalidCharacter(let offset): "not base32: wrong character at byte offset \(offset)"
        case .badLength(let length): "not base32: \(length) is not a possible length"
        case .nonZeroTrailingBits: "not canonical base32: unused bits are set"
        }
    }
}
