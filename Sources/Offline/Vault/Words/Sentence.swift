// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar

/// A mnemonic in any BIP-39 language, as the text from which its seed is derived: lower-case words in NFKD form, separated by single
/// spaces.
struct Sentence: ~Copyable {
    let text: SecretBytes

    /// Parses and verifies words as typed.
    ///
    /// - Throws: `.notText`, `.empty`, `.wordCount`, `.unknownWord`, `.mnemonicChecksum`, `.sodium`.
    init(reading typed: borrowing SecretBytes) throws(SecretError) {
        let normal = try typed.withBytes { (typed) throws(SecretError) in try NFKD.normalise(typed) }
        let words = normal.withBytes { WordScanner.count($0) }
        guard words > 0 else { throw .empty }
        guard (12...24).contains(words), words % 3 == 0 else { throw .wordCount(words) }
        let text = try Self.joined(normal)
        try Self.check(text, words)
        self.text = text
    }

    /// Derives the 64-byte BIP-39 seed.
    ///
    /// - Parameter passphrase: the BIP-39 passphrase as typed.
    consuming func seed(passphrase: borrowing SecretBytes) throws(SecretError) -> SecretBytes {
        let extra = try passphrase.withBytes { (typed) throws(SecretError) in try NFKD.normalise(typed) }
        return try guarded { () throws(SodiumError) in try Mnemonic.seed(sentence: text, passphrase: extra) }
    }

    private static func joined(_ normal: borrowing SecretBytes) throws(SecretError) -> SecretBytes {
        var text = try guarded { () throws(SodiumError) in try SecretBytes(count: normal.count) }
        let length = normal.withBytes { normal in
            text.withMutableBytes { text in
                var scanner = WordScanner(normal)
                var length = 0
                while let word = scanner.next() {
                    if length > 0 {
                        text[length] = UInt8(ascii: " ")
                        length += 1
                    }
                    for byte in word {
                        text[length] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
                        length += 1
                    }
                }
                return length
            }
        }
        return try guarded { () throws(SodiumError) in try text.prefix(length) }
    }

    /// Checks that one language has all the words and that their checksum is right; otherwise throws the error of the best match.
    private static func check(_ text: borrowing SecretBytes, _ words: Int) throws(SecretError) {
        var furthest = 0
        for language in -1..<WordList.all.count {
            do throws(SecretError) {
                _ = try Mnemonic.entropy(of: text, words: words) { word in
                    language < 0 ? EnglishWords.index(of: word) : WordList.all[language].index(of: word)
                }
                return
            } catch .unknownWord(let position) {
                furthest = max(furthest, position)
            } catch .mnemonicChecksum {
                furthest = .max
            }
        }
        throw furthest == .max ? .mnemonicChecksum : .unknownWord(position: furthest)
    }
}
