// SPDX-License-Identifier: Apache-2.0

import Crypto

/// A secret key of Solana as wallets export it: base58 of its seed followed by its public key, decoded and encoded within guarded memory.
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
    /// - Throws: `.malformedKeypair` for anything but base58 of 64 bytes whose second half is the public key of the first; `.sodium`.
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

    /// Writes the number that the text encodes; false for another character, a number that is too large, and another number of leading
    /// ones than the bytes have leading zeros.
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
