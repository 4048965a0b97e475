// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
import Stellar

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
