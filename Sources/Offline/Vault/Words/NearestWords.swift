// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar

/// The words of a list that are most like some letters. All that depends on the letters is in guarded memory.
///
/// Words are compared by the number of letters to insert, remove, replace or exchange with a neighbour until the
/// letters are the beginning of the word; among equals, by the same for the whole word, and then by how many first
/// letters agree.
struct NearestWords: ~Copyable {
    /// How many words are found.
    static let most = 3
    private static let width = 17

    private let list: TypedWords
    /// Three rows of the comparison.
    private var rows: SecretBytes
    /// The distances of the words found, and their indices in two bytes each.
    private var found: SecretBytes

    init(in list: TypedWords = .english) throws(SodiumError) {
        let rows = try SecretBytes(count: 3 * Self.width)
        let found = try SecretBytes(count: 3 * Self.most)
        self.list = list
        self.rows = rows
        self.found = found
    }

    /// - Parameter letters: at most 16.
    mutating func find(_ letters: UnsafeRawBufferPointer) {
        precondition(letters.count < Self.width, "too many letters")
        found.withMutableBytes { for place in 0..<Self.most { $0[place * 3] = .max } }
        for index in 0..<list.count {
            let distance = distance(letters, list.bytes(at: index))
            found.withMutableBytes { found in
                guard let place = (0..<Self.most).first(where: { found[$0 * 3] > distance }) else { return }
                for later in (place + 1..<Self.most).reversed() {
                    for byte in 0..<3 { found[later * 3 + byte] = found[(later - 1) * 3 + byte] }
                }
                found[place * 3] = distance
                found[place * 3 + 1] = UInt8(index >> 8)
                found[place * 3 + 2] = UInt8(index & 0xff)
            }
        }
    }

    func visit(_ body: (UnsafeRawBufferPointer) -> Void) {
        found.withBytes { found in
            for place in 0..<Self.most {
                body(list.bytes(at: Int(found[place * 3 + 1]) << 8 | Int(found[place * 3 + 2])))
            }
        }
    }

    /// The edits up to the beginning of the word, then those of the whole word, then the first letters that differ.
    private mutating func distance(_ letters: UnsafeRawBufferPointer, _ word: UnsafeRawBufferPointer) -> UInt8 {
        let (edits, whole) = rows.withMutableBytes { rows in
            // A row for each letter typed, a column for each letter of the word.
            for column in 0...word.count { rows[Self.width + column] = UInt8(column) }
            for (row, letter) in letters.enumerated() {
                let (older, old, new) = (row % 3 * Self.width, (row + 1) % 3 * Self.width, (row + 2) % 3 * Self.width)
                rows[new] = UInt8(row + 1)
                for column in 0..<word.count {
                    var best = min(rows[old + column + 1], rows[new + column]) + 1
                    best = min(best, rows[old + column] + (word[column] == letter ? 0 : 1))
                    if row > 0, column > 0, letter == word[column - 1], letters[row - 1] == word[column] {
                        best = min(best, rows[older + column - 1] + 1)
                    }
                    rows[new + column + 1] = best
                }
            }
            let last = (letters.count + 1) % 3 * Self.width
            return (rows[last..<last + word.count + 1].min() ?? 0, rows[last + word.count])
        }
        let common = zip(letters, word).prefix { $0 == $1 }.count
        return min(edits, 14) * 16 + min(whole, 3) * 4 + UInt8(3 - min(common, 3))
    }
}

/// A mnemonic in any BIP-39 language, as the text from which its seed is derived: lower-case words in NFKD form,
/// separated by single spaces.
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

    /// Checks that one language has all the words and that their checksum is right; otherwise throws the error of the
    /// best match.
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
