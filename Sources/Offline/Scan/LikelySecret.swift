// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Whether what a code says may be somebody's secret, in any notation: then not even its beginning is shown.
enum LikelySecret {
    /// A mnemonic of any language has at least as many words.
    private static let fewestWords = 12
    /// Fewer are shown unless all of them are BIP-39's English ones: part of a mnemonic.
    private static let fewestEnglishWords = 3
    /// Secret keys of all kinds, seeds in hexadecimal digits and mnemonics as numbers have at least as many letters and digits
    /// without anything between.
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
