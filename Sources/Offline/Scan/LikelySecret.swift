// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Detects texts that may be a secret in any notation, so that not even their beginning is shown.
enum LikelySecret {
    /// Minimum number of words in a mnemonic of any language.
    private static let fewestWords = 12
    /// Minimum number of words for part of a mnemonic, if all of them are in BIP-39's English list.
    private static let fewestEnglishWords = 3
    /// Minimum length of a run of letters and digits in secret keys of all kinds, seeds in hexadecimal and mnemonics written as
    /// numbers.
    private static let fewestLetters = 48

    static func isIn(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }
        if words.count >= fewestWords { return true }
        if words.count >= fewestEnglishWords, words.allSatisfy(isEnglish) { return true }
        return text.split { !$0.isLetter && !$0.isNumber }.contains { $0.count >= fewestLetters }
    }

    private static func isEnglish(_ word: Substring) -> Bool {
        Array(word.lowercased().utf8).withUnsafeBytes { EnglishWords.index(of: $0) != nil }
    }
}
