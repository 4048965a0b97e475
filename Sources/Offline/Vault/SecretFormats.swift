// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar

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

/// A secret key as text, `S…`, decoded and encoded within guarded memory.
///
/// - Source: SEP-23: base32 of a version byte, 32 bytes and their CRC16-XMODEM in little-endian order.
enum SeedText {
    /// Length of a secret key in characters.
    static let length = 56
    private static let version: UInt8 = 18 << 3

    /// Decodes the 32-byte seed.
    ///
    /// - Throws: `.malformedSeed`, `.sodium`.
    static func decode(_ text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes {
        guard text.count == length else { throw .malformedSeed }
        var packed = try guarded { () throws(SodiumError) in
            try SecretBytes(count: Base32.decodedCount(length))
        }
        let isWhole = packed.withMutableBytes { packed in
            (try? Base32.decode(text, into: packed)) == packed.count && isSealed(UnsafeRawBufferPointer(packed))
        }
        guard isWhole else { throw .malformedSeed }
        return try guarded { () throws(SodiumError) in
            try packed.withBytes { (packed) throws(SodiumError) in
                try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: packed[1..<33]))
            }
        }
    }

    /// Encodes a 32-byte seed as text.
    static func encode(_ seed: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        let packed = try SecretBytes(count: 35) { (packed) throws(SodiumError) in
            packed[0] = version
            seed.withBytes { UnsafeMutableRawBufferPointer(rebasing: packed[1..<33]).copyMemory(from: $0) }
            let checksum = CRC16.checksum(packed[..<33])
            packed[33] = UInt8(checksum & 0xff)
            packed[34] = UInt8(checksum >> 8)
        }
        return try SecretBytes(count: length) { (text) throws(SodiumError) in
            _ = packed.withBytes { Base32.encode($0, into: text) }
        }
    }

    private static func isSealed(_ packed: UnsafeRawBufferPointer) -> Bool {
        let checksum = CRC16.checksum(packed[..<33])
        return packed[0] == version && packed[33] == UInt8(checksum & 0xff) && packed[34] == UInt8(checksum >> 8)
    }
}

/// A secret key of Solana as wallets export it: base58 of its seed followed by its public key, decoded and encoded
/// within guarded memory.
enum KeypairText {
    /// Lengths in characters that 64 bytes can have, unless they begin with several zeros.
    static let lengths = 85...88
    private static let length = Ed25519.seedLength + Ed25519.publicKeyLength
    private static let mostCharacters = 88
    private static let alphabet: StaticString = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

    /// Whether every character is one of base58's.
    static func isBase58(_ text: UnsafeRawBufferPointer) -> Bool { text.allSatisfy { value($0) != nil } }

    /// Decodes the 32-byte seed.
    ///
    /// - Throws: `.malformedKeypair` for anything but base58 of 64 bytes whose second half is the public key of the
    ///   first; `.sodium`.
    static func decode(_ text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes {
        guard lengths.contains(text.count) else { throw .malformedKeypair }
        var pair = try guarded { () throws(SodiumError) in try SecretBytes(count: length) }
        guard pair.withMutableBytes({ write(text, into: $0) }) else { throw .malformedKeypair }
        let seed = try guarded { () throws(SodiumError) in try pair.prefix(Ed25519.seedLength) }
        let publicKey = try guarded { () throws(SodiumError) in try Ed25519.publicKey(seed: seed) }
        guard pair.withBytes({ $0[Ed25519.seedLength...].elementsEqual(publicKey) }) else { throw .malformedKeypair }
        return seed
    }

    /// Encodes a 32-byte seed together with its public key.
    static func encode(_ seed: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        let publicKey = try Ed25519.publicKey(seed: seed)
        let pair = try SecretBytes(count: length) { (pair) throws(SodiumError) in
            seed.withBytes { pair.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: pair[Ed25519.seedLength...]).copyBytes(from: publicKey)
        }
        var start = 0
        let text = try SecretBytes(count: mostCharacters) { (text) throws(SodiumError) in
            start = pair.withBytes { write($0, into: text) }
        }
        return try text.withBytes { (text) throws(SodiumError) in
            try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: text[start...]))
        }
    }

    /// Writes the number that the text encodes; false for another character, a number that is too large, and another
    /// number of leading ones than the bytes have leading zeros.
    private static func write(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        for character in text {
            guard var carry = value(character) else { return false }
            for index in bytes.indices.reversed() {
                carry += UInt32(bytes[index]) * 58
                bytes[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            guard carry == 0 else { return false }
        }
        return text.prefix { $0 == UInt8(ascii: "1") }.count == bytes.prefix { $0 == 0 }.count
    }

    /// Writes the text at the end of its place.
    ///
    /// - Returns: where it begins.
    private static func write(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) -> Int {
        for byte in bytes {
            var carry = UInt32(byte)
            for index in text.indices.reversed() {
                carry += UInt32(text[index]) << 8
                text[index] = UInt8(carry % 58)
                carry /= 58
            }
        }
        let digits = text.prefix { $0 == 0 }.count
        let zeros = bytes.prefix { $0 == 0 }.count
        for index in text.indices { text[index] = alphabet.utf8Start[Int(text[index])] }
        return digits - zeros
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        alphabet.withUTF8Buffer { $0.firstIndex(of: byte) }.map(UInt32.init)
    }
}

/// Tells secret keys of the chains apart by their looks, so that one of another chain is refused with a clear reason.
enum OneWordSecret {
    /// The chain whose secret keys look like this; nil if none do.
    static func chain(of word: UnsafeRawBufferPointer) -> Chain? {
        if word.count == SeedText.length, word[0] | 0x20 == UInt8(ascii: "s") { return .stellar }
        if SecretHex.isHex(withoutPrefix(word), count: 32) { return .eip155 }
        if KeypairText.lengths.contains(word.count), KeypairText.isBase58(word) { return .solana }
        return nil
    }

    /// Whether it looks like what is public: an account of Stellar, or an address of another chain.
    ///
    /// - Parameter chain: the chain that is wanted. For Stellar only `G` decides: a truncated `S…` could pass for an
    ///   address of Solana.
    static func isAddress(_ word: UnsafeRawBufferPointer, wanted chain: Chain) -> Bool {
        if word[0] == UInt8(ascii: "G"), chain == .stellar || word.count == SeedText.length { return true }
        if hasPrefix(word), SecretHex.isHex(withoutPrefix(word), count: EthereumAddress.length) { return true }
        return chain != .stellar && (32...44).contains(word.count) && KeypairText.isBase58(word)
    }

    /// The digits of a number that may begin with `0x`.
    static func withoutPrefix(_ word: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        hasPrefix(word) ? UnsafeRawBufferPointer(rebasing: word[2...]) : word
    }

    private static func hasPrefix(_ word: UnsafeRawBufferPointer) -> Bool {
        word.count > 2 && word[0] == UInt8(ascii: "0") && word[1] | 0x20 == UInt8(ascii: "x")
    }
}

/// Iterates over the words of a secret text without copying any of it.
///
/// Words are separated by the white space that a user may type and that NFKD maps to a space: ASCII white space,
/// U+00A0, and U+3000, which Japanese mnemonics use.
struct WordScanner {
    private var rest: UnsafeRawBufferPointer

    init(_ text: UnsafeRawBufferPointer) { rest = text }

    /// The bytes of the next word, as a slice of the text; nil at the end.
    mutating func next() -> UnsafeRawBufferPointer? {
        while let blank = blankLength(at: 0) { drop(blank) }
        var length = 0
        while length < rest.count, blankLength(at: length) == nil { length += 1 }
        guard length > 0 else { return nil }
        defer { drop(length) }
        return UnsafeRawBufferPointer(rebasing: rest[..<length])
    }

    /// The number of words.
    static func count(_ text: UnsafeRawBufferPointer) -> Int {
        var scanner = WordScanner(text)
        var count = 0
        while scanner.next() != nil { count += 1 }
        return count
    }

    private mutating func drop(_ length: Int) {
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
    }

    private func blankLength(at offset: Int) -> Int? {
        guard offset < rest.count else { return nil }
        switch rest[offset] {
        case 0x20, 0x09...0x0d: return 1
        case 0xc2: return starts(with: 0xc2, 0xa0, at: offset) ? 2 : nil
        case 0xe3: return starts(with: 0xe3, 0x80, 0x80, at: offset) ? 3 : nil
        default: return nil
        }
    }

    private func starts(with bytes: UInt8..., at offset: Int) -> Bool {
        rest[offset...].starts(with: bytes)
    }
}
