// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
import Stellar

/// A BIP-39 mnemonic of English words, stored as its entropy; text, bits and seed stay in guarded memory.
///
/// - Source: BIP-39; SEP-5.
package struct Mnemonic: ~Copyable, Sendable {
    /// 16, 20, 24, 28 or 32 bytes.
    let entropy: SecretBytes

    /// The mnemonic for entropy from a key file, which has one of the five lengths.
    init(entropy: consuming SecretBytes) {
        precondition(SecretKind.mnemonic.lengths.contains(entropy.count), "entropy has one of five lengths")
        self.entropy = entropy
    }

    /// Generates a mnemonic of 12 or 24 words.
    ///
    /// - Throws: `SodiumError` when guarded memory cannot be allocated.
    package static func generate(words: Length, randomness: some Randomness = SystemRandomness())
        throws(SodiumError) -> Mnemonic
    {
        Mnemonic(entropy: try randomness.secret(words.rawValue * 4 / 3))
    }

    /// The number of words in a new mnemonic.
    package enum Length: Int, CaseIterable, Sendable {
        case twelve = 12
        case twentyFour = 24
    }

    /// The number of words: 12, 15, 18, 21 or 24.
    package var wordCount: Int { entropy.count * 3 / 4 }

    /// The words, separated by single spaces.
    package func text() throws(SodiumError) -> SecretBytes {
        let bits = try Self.withChecksum(entropy)
        var text = try SecretBytes(count: wordCount * (EnglishWords.longest + 1))
        let length = bits.withBytes { bits in text.withMutableBytes { writeWords(bits, into: $0) } }
        return try text.prefix(length)
    }

    /// Derives the 64-byte BIP-39 seed.
    ///
    /// - Parameter passphrase: the BIP-39 passphrase, not the PIN of a key file. It is used as is: ASCII is its own NFKD form, and the
    ///   caller must normalise anything else.
    package func seed(passphrase: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        try Self.seed(sentence: try text(), passphrase: passphrase)
    }

    /// Derives the BIP-39 seed of a mnemonic in any language; both texts must be in NFKD form.
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

    /// The entropy followed by its checksum byte, of which BIP-39 uses the upper four to eight bits.
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
