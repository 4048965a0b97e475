// SPDX-License-Identifier: Apache-2.0

import Codec

/// Detects secret keys and the words of one in texts, without a `String` of them except where the text already is one.
package enum SecretText {
    /// What counts as a secret. Each caller takes the signs whose false alarms it can afford.
    package struct Signs: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A secret key with a valid checksum, in either case, with anything around it.
        package static let key = Signs(rawValue: 1)
        /// A secret key with a valid checksum in capitals, also in groups separated by white space.
        package static let spacedKey = Signs(rawValue: 2)
        /// `S` and 55 more base32 capitals, standing alone, even with a wrong checksum.
        package static let keyShape = Signs(rawValue: 4)
        /// Twelve words of BIP-39's English list in a row, in any case and with anything between them. Hardly any other
        /// text has them, and so does half of a mnemonic with one word missing or mistyped.
        package static let mnemonic = Signs(rawValue: 8)
        /// Everything, for texts in which a false alarm costs little.
        package static let written: Signs = [.key, .spacedKey, .keyShape, .mnemonic]
    }

    /// The length of a secret key, in characters.
    fileprivate static let length = 56
    private static let fewestWords = 12
    private static let fewestEnglishWords = 3
    private static let fewestLetters = 48

    package static func has(_ signs: Signs, in text: [UInt8]) -> Bool {
        (signs.contains(.key) && text.split { !isBase32($0) }.contains(where: hasKey))
            || (signs.contains(.keyShape) && hasKeyShape(text))
            || (signs.contains(.spacedKey) && hasKey(text.filter { !isWhiteSpace($0) }[...], capitalsOnly: true))
            || (signs.contains(.mnemonic) && hasMnemonic(text))
    }

    // MARK: keys

    /// Whether it has what `Signs.keyShape` says.
    package static func hasKeyShape(_ text: some Collection<UInt8>) -> Bool {
        text.split { !isBase32($0) || $0 >= UInt8(ascii: "a") }.contains {
            $0.count == length && $0.first == UInt8(ascii: "S")
        }
    }

    fileprivate static func hasKey(_ text: ArraySlice<UInt8>) -> Bool { hasKey(text, capitalsOnly: false) }

    private static func hasKey(_ text: ArraySlice<UInt8>, capitalsOnly: Bool) -> Bool {
        text.indices.dropLast(length - 1).contains { start in
            let isStart = capitalsOnly ? text[start] == UInt8(ascii: "S") : isS(text[start])
            return isStart && isKey(text[start..<start + length], capitalsOnly: capitalsOnly)
        }
    }

    /// Whether the checksum of SEP-23 matches.
    private static func isKey(_ text: ArraySlice<UInt8>, capitalsOnly: Bool) -> Bool {
        let capitals = capitalsOnly ? Array(text) : text.map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 }
        guard let packed = try? Base32.decode(capitals) else { return false }
        let checksum = packed.withUnsafeBytes { CRC16.checksum($0[..<33]) }
        return packed[33] == UInt8(checksum & 0xff) && packed[34] == UInt8(checksum >> 8)
    }

    fileprivate static func isS(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "s") }

    fileprivate static func isBase32(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
    }

    // MARK: words

    private static func hasMnemonic(_ text: [UInt8]) -> Bool {
        var inRow = 0
        for word in text.split(whereSeparator: { !isLetter($0) }) {
            let lower = word.count > EnglishWords.longest ? [] : word.map { $0 | 0x20 }
            inRow = isEnglish(lower) ? inRow + 1 : 0
            if inRow == fewestWords { return true }
        }
        return false
    }

    /// Whether a text may be a secret in any notation, so that not even its beginning should be shown: twelve words of
    /// any language, three that are all in BIP-39's English list, or a run of letters and digits as long as those of
    /// secret keys of all kinds, seeds in hexadecimal and mnemonics written as numbers.
    package static func mayBeSecret(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }
        if words.count >= fewestWords { return true }
        if words.count >= fewestEnglishWords, words.allSatisfy({ isEnglish(Array($0.lowercased().utf8)) }) {
            return true
        }
        return text.split { !$0.isLetter && !$0.isNumber }.contains { $0.count >= fewestLetters }
    }

    private static func isEnglish(_ word: [UInt8]) -> Bool {
        word.withUnsafeBytes { EnglishWords.index(of: $0) } != nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20)
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

/// A last safety net for every line that a person reads: text that looks like a secret key is replaced, whatever its
/// source.
package enum Redaction {
    /// The text, in which every base32 word of 56 characters that begins with S, in either case, and every longer word
    /// with a whole secret key in it is replaced.
    package static func apply(_ text: String) -> String {
        var out: [UInt8] = []
        var word: [UInt8] = []
        func flush() {
            out += isSecret(word) ? Array("(a secret key, not repeated here)".utf8) : word
            word = []
        }
        for byte in text.utf8 {
            if SecretText.isBase32(byte) {
                word.append(byte)
            } else {
                flush()
                out.append(byte)
            }
        }
        flush()
        return String(decoding: out, as: UTF8.self)
    }

    /// Whether a word has exactly the length of a secret key, even with a wrong checksum, or contains a whole key with
    /// other letters around it, such as those of an escaped byte.
    private static func isSecret(_ word: [UInt8]) -> Bool {
        word.count == SecretText.length ? SecretText.isS(word[0]) : SecretText.hasKey(word[...])
    }
}
