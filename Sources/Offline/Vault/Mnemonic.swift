// SPDX-License-Identifier: Apache-2.0

package import Crypto
import Stellar

/// A BIP-39 mnemonic of English words, stored as its entropy; text, bits and seed stay in guarded memory.
///
/// - Source: BIP-39; SEP-5.
package struct Mnemonic: ~Copyable, Sendable {
    /// 16, 20, 24, 28 or 32 bytes.
    let entropy: SecretBytes
    /// Where the entropy came from; nil for words that were made elsewhere.
    package let source: EntropySource?

    /// The mnemonic for entropy from a key file, which has one of the five lengths.
    init(entropy: consuming SecretBytes, from source: EntropySource? = nil) {
        precondition(SecretKind.mnemonic.lengths.contains(entropy.count), "entropy has one of five lengths")
        self.entropy = entropy
        self.source = source
    }

    /// Generates a mnemonic of 12 or 24 words.
    ///
    /// - Throws: `SodiumError` when guarded memory cannot be allocated.
    package static func generate(words: Length, randomness: some Randomness = SystemRandomness())
        throws(SodiumError) -> Mnemonic
    {
        Mnemonic(entropy: try randomness.secret(words.rawValue * 4 / 3), from: .generator)
    }

    /// The number of words in a new mnemonic.
    package enum Length: Int, CaseIterable, Sendable {
        case twelve = 12
        case twentyFour = 24
    }

    /// The number of words: 12, 15, 18, 21 or 24.
    package var wordCount: Int { Self.words(ofLength: entropy.count) }

    /// The number of words for entropy of this length in bytes.
    static func words(ofLength length: Int) -> Int { length * 3 / 4 }

    /// The words, separated by single spaces.
    package func text() throws(SodiumError) -> SecretBytes {
        let bits = try Self.withChecksum(entropy)
        var text = try SecretBytes(count: wordCount * (EnglishWords.longest + 1))
        let length = bits.withBytes { bits in text.withMutableBytes { writeWords(bits, into: $0) } }
        return try text.prefix(length)
    }

    /// Derives the 64-byte BIP-39 seed.
    ///
    /// - Parameter passphrase: the BIP-39 passphrase, not the PIN of a key file. It is used as is: ASCII is its own
    ///   NFKD form, and the caller must normalise anything else.
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
        (start..<start + 11).reduce(0) { (number: Int, place: Int) -> Int in
            let bit: UInt8 = bits[place / 8] >> UInt8(7 - place % 8) & 1
            return number << 1 | Int(bit)
        }
    }
}

extension Mnemonic {
    /// Parses words as typed: separated by any white space, in upper or lower case.
    ///
    /// - Throws: `.empty`, `.wordCount`, `.unknownWord`, `.mnemonicChecksum`, `.sodium`.
    package init(reading text: borrowing SecretBytes) throws(SecretError) {
        let words = text.withBytes { WordScanner.count($0) }
        guard words > 0 else { throw .empty }
        guard (12...24).contains(words), words % 3 == 0 else { throw .wordCount(words) }
        var letters = try guarded { () throws(SodiumError) in try SecretBytes(count: EnglishWords.longest) }
        let entropy = try letters.withMutableBytes { (letters) throws(SecretError) in
            try Self.entropy(of: text, words: words) { Self.index(of: $0, letters: letters) }
        }
        self.init(entropy: entropy)
    }

    /// The entropy that the words encode, after verifying their checksum.
    ///
    /// - Parameter index: returns the index of a word in its list.
    static func entropy(
        of text: borrowing SecretBytes, words: Int, index: (UnsafeRawBufferPointer) -> Int?
    ) throws(SecretError) -> SecretBytes {
        var bits = try guarded { () throws(SodiumError) in try SecretBytes(count: words * 4 / 3 + 1) }
        let unknown = text.withBytes { text in bits.withMutableBytes { write(text, into: $0, index: index) } }
        if let unknown { throw .unknownWord(position: unknown) }
        let entropy = try guarded { () throws(SodiumError) in try bits.prefix(words * 4 / 3) }
        let expected = try guarded { () throws(SodiumError) in try withChecksum(entropy) }
        guard checksumsAgree(bits, expected, length: words / 3) else { throw .mnemonicChecksum }
        return entropy
    }

    /// Writes eleven bits per word; returns the position, from 1, of the first word that is not in the list.
    private static func write(
        _ text: UnsafeRawBufferPointer, into bits: UnsafeMutableRawBufferPointer,
        index: (UnsafeRawBufferPointer) -> Int?
    ) -> Int? {
        var scanner = WordScanner(text)
        var position = 0
        while let word = scanner.next() {
            guard let index = index(word) else { return position + 1 }
            for bit in 0..<11 where index >> (10 - bit) & 1 == 1 {
                let place = position * 11 + bit
                bits[place / 8] |= 0x80 >> UInt8(place % 8)
            }
            position += 1
        }
        return nil
    }

    /// The index of a word, ignoring case; `letters` has room for the longest word.
    private static func index(of word: UnsafeRawBufferPointer, letters: UnsafeMutableRawBufferPointer) -> Int? {
        guard word.count <= letters.count else { return nil }
        for (offset, byte) in word.enumerated() {
            letters[offset] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        return EnglishWords.index(of: UnsafeRawBufferPointer(rebasing: letters[..<word.count]))
    }

    /// Whether the upper `length` bits of the last bytes are equal.
    private static func checksumsAgree(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes, length: Int)
        -> Bool
    {
        let difference = one.withBytes { one in other.withBytes { one[one.count - 1] ^ $0[$0.count - 1] } }
        return difference >> UInt8(8 - length) == 0
    }
}
