// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
import Stellar

/// A BIP-39 mnemonic of English words, kept as its entropy; text, bits and seed never leave guarded memory.
///
/// - Source: BIP-39; SEP-5.
package struct Mnemonic: ~Copyable, Sendable {
    /// 16, 20, 24, 28 or 32 bytes.
    let entropy: SecretBytes

    /// The mnemonic of entropy that a key file gave back; its length is one of the five.
    init(entropy: consuming SecretBytes) {
        precondition(SecretKind.mnemonic.lengths.contains(entropy.count), "entropy has one of five lengths")
        self.entropy = entropy
    }

    /// A new mnemonic of 12 or 24 words.
    ///
    /// - Throws: `.sodium` when guarded memory is not to be had.
    package static func generate(words: Length, randomness: some Randomness = SystemRandomness())
        throws(SodiumError) -> Mnemonic
    {
        Mnemonic(entropy: try randomness.secret(words.rawValue * 4 / 3))
    }

    /// How many words a new mnemonic can have.
    package enum Length: Int, CaseIterable, Sendable {
        case twelve = 12
        case twentyFour = 24
    }

    /// How many words it has: 12, 15, 18, 21 or 24.
    package var wordCount: Int { entropy.count * 3 / 4 }

    /// The words with one blank between them, as a person writes them down.
    package func text() throws(SodiumError) -> SecretBytes {
        let bits = try Self.withChecksum(entropy)
        var text = try SecretBytes(count: wordCount * (EnglishWords.longest + 1))
        let length = bits.withBytes { bits in text.withMutableBytes { writeWords(bits, into: $0) } }
        return try text.prefix(length)
    }

    /// The 64-byte seed of BIP-39.
    ///
    /// - Parameter passphrase: BIP-39's own, mixed in by it; not the PIN of a key file. Taken as it is: only ASCII is
    ///   its own NFKD form, so the caller normalises whatever else it lets in.
    package func seed(passphrase: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        try Self.seed(sentence: try text(), passphrase: passphrase)
    }

    /// The same of a sentence in any language; both texts in compatibility decomposition.
    static func seed(sentence: borrowing SecretBytes, passphrase: borrowing SecretBytes) throws(SodiumError)
        -> SecretBytes
    {
        let label = Array("mnemonic".utf8)
        let salt = try SecretBytes(count: label.count + passphrase.count) { (salt) throws(SodiumError) in
            salt.copyBytes(from: label)
            passphrase.withBytes { UnsafeMutableRawBufferPointer(rebasing: salt[label.count...]).copyMemory(from: $0) }
        }
        return try salt.withBytes { (salt) throws(SodiumError) in
            try HMACSHA512.pbkdf2(password: sentence, salt: salt, rounds: 2048, length: 64)
        }
    }

    /// The entropy with its checksum byte behind it; BIP-39 uses the upper four to eight bits of that.
    static func withChecksum(_ entropy: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        let hash = try SecretBytes(count: SHA256.length) { (hash) throws(SodiumError) in
            entropy.withBytes { SHA256.hash($0, into: hash) }
        }
        return try SecretBytes(count: entropy.count + 1) { (bits) throws(SodiumError) in
            entropy.withBytes { bits.copyMemory(from: $0) }
            bits[entropy.count] = hash.withBytes { $0[0] }
        }
    }

    private func writeWords(_ bits: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) -> Int {
        var length = 0
        for word in 0..<wordCount {
            if word > 0 {
                text[length] = UInt8(ascii: " ")
                length += 1
            }
            for byte in EnglishWords.bytes(at: Self.elevenBits(of: bits, at: word * 11)) {
                text[length] = byte
                length += 1
            }
        }
        return length
    }

    private static func elevenBits(of bits: UnsafeRawBufferPointer, at start: Int) -> Int {
        (start..<start + 11).reduce(0) { $0 << 1 | Int(bits[$1 / 8] >> UInt8(7 - $1 % 8) & 1) }
    }
}
