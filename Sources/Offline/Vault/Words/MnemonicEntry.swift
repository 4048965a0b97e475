// SPDX-License-Identifier: Apache-2.0

package import Crypto
import Stellar

/// A mnemonic of English words, or a share of SLIP-39, that is typed word by word: which keys do what, and what is
/// known so far.
///
/// Performs no input or output. Words and letters stay in guarded memory.
package struct MnemonicEntry: ~Copyable {
    /// What to tell about the last key.
    package enum Note: Hashable, Sendable {
        case nothing
        /// The current word was accepted and completed from its first letters.
        case completed
        /// Several words begin with these letters.
        case ambiguous
        /// No word begins with these letters.
        case unknown
        /// All words are there; whether their checksum is right.
        case checksum(isRight: Bool)
    }

    /// The numbers of words that there can be.
    package static func lengths(of list: TypedWords) -> [Int] {
        switch list {
        case .english: [12, 15, 18, 21, 24]
        case .shares: ShareHeader.wordCounts
        }
    }

    /// Room for letters of a word, more than the longest word has.
    private static let mostLetters = 16

    /// The list that has the words.
    package let list: TypedWords
    /// The number of words.
    package let count: Int
    /// The current word, from 0; `count` at the end, where the checksum is shown.
    package private(set) var position = 0
    package private(set) var note = Note.nothing
    /// For each word its index in the list plus one in two bytes, or zero.
    private var words: SecretBytes
    private var letters: SecretBytes
    private var letterCount = 0

    /// - Precondition: `count` is one of `lengths(of:)`.
    /// - Throws: when guarded memory cannot be allocated.
    package init(count: Int, of list: TypedWords = .english) throws(SodiumError) {
        precondition(Self.lengths(of: list).contains(count), "nothing has this many words")
        let words = try SecretBytes(count: count * 2)
        let letters = try SecretBytes(count: Self.mostLetters)
        self.list = list
        self.count = count
        self.words = words
        self.letters = letters
    }

    // MARK: keys

    /// Adds a letter to the current word; other bytes are ignored.
    package mutating func type(_ byte: UInt8) {
        let letter = byte | 0x20
        guard position < count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter), byte >= 0x41 else { return }
        guard letterCount < Self.mostLetters else { return }
        let place = letterCount
        letters.withMutableBytes { $0[place] = letter }
        letterCount += 1
        note = matches.isEmpty ? .unknown : .nothing
    }

    /// Removes the last letter; at the beginning of a word, goes back to the word before.
    package mutating func erase() {
        guard position < count, letterCount > 0 else { return back() }
        letterCount -= 1
        note = letterCount > 0 && matches.isEmpty ? .unknown : .nothing
    }

    /// Removes all letters of the current word.
    package mutating func clear() {
        guard position < count else { return }
        letterCount = 0
        note = .nothing
    }

    /// Adds the letters that all matching words have in common.
    package mutating func complete() {
        guard position < count, letterCount > 0 else { return }
        let found = matches
        guard !found.isEmpty else { return }
        let (first, last) = (list.bytes(at: found.lowerBound), list.bytes(at: found.upperBound - 1))
        let common = zip(first, last).prefix { $0 == $1 }.count
        fill(first, count: common)
        note = found.count == 1 ? .nothing : .ambiguous
    }

    /// Accepts the current word if its letters are a word or the beginning of one word only, and goes on to the next.
    package mutating func accept() {
        guard position < count, letterCount > 0 else { return }
        guard let index = selected else {
            note = matches.isEmpty ? .unknown : .ambiguous
            return
        }
        let isCompleted = list.bytes(at: index).count > letterCount
        set(index)
        go(to: position + 1)
        if position < count, isCompleted { note = .completed }
    }

    /// Goes back to the word before, which can then be changed.
    package mutating func back() {
        if let index = selected { set(index) }
        if position > 0 { go(to: position - 1) }
    }

    /// Goes on to the next word, if the current one is known.
    package mutating func forward() {
        guard position < count, let index = selected else { return }
        set(index)
        go(to: position + 1)
    }

    // MARK: what is known

    /// Whether every word is known and their checksum is right.
    package var isRight: Bool { note == .checksum(isRight: true) }

    /// The indices of the words that begin with the letters typed.
    package var matches: Range<Int> {
        let list = list
        return letters.withBytes { letters in
            let typed = letters[..<letterCount]
            let low = Self.first(in: list) { !list.bytes(at: $0).lexicographicallyPrecedes(typed) }
            let high = Self.first(in: list) {
                let word = list.bytes(at: $0)
                return !word.lexicographicallyPrecedes(typed) && !word.starts(with: typed)
            }
            return low..<max(low, high)
        }
    }

    /// Whether a word is known.
    package func isKnown(_ place: Int) -> Bool { index(at: place) != nil }

    /// Passes on the letters of a word: those typed of the current one, else all; none if it is not known.
    package func withLetters<R>(at place: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        if place == position {
            return letters.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<letterCount])) }
        }
        guard let index = index(at: place) else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return body(list.bytes(at: index))
    }

    /// Passes on the words most like the letters typed, the best first.
    package func withNearest(_ body: (UnsafeRawBufferPointer) -> Void) throws(SodiumError) {
        var nearest = try NearestWords(in: list)
        letters.withBytes { nearest.find(UnsafeRawBufferPointer(rebasing: $0[..<letterCount])) }
        nearest.visit(body)
    }

    /// The words, separated by single spaces.
    ///
    /// - Precondition: all are known.
    package func text() throws(SodiumError) -> SecretBytes {
        var text = try SecretBytes(count: count * (list.longest + 1))
        let length = text.withMutableBytes { text in
            var length = 0
            for place in 0..<count {
                guard let index = index(at: place) else { preconditionFailure("a word is missing") }
                if place > 0 {
                    text[length] = UInt8(ascii: " ")
                    length += 1
                }
                for byte in list.bytes(at: index) {
                    text[length] = byte
                    length += 1
                }
            }
            return length
        }
        return try text.prefix(length)
    }

    // MARK: state

    /// The word that the letters are, or that alone begins with them.
    private var selected: Int? {
        guard position < count, letterCount > 0 else { return nil }
        let found = matches
        guard let first = found.first else { return nil }
        return found.count == 1 || list.bytes(at: first).count == letterCount ? first : nil
    }

    private mutating func go(to place: Int) {
        position = place
        letterCount = 0
        note = .nothing
        if place == count {
            note = .checksum(isRight: hasChecksum)
        } else if let index = index(at: place) {
            let word = list.bytes(at: index)
            fill(word, count: word.count)
        }
    }

    private var hasChecksum: Bool {
        for place in 0..<count where !isKnown(place) { return false }
        do {
            switch list {
            case .english: _ = try Mnemonic(reading: try text())
            case .shares: _ = try Share(reading: try text())
            }
            return true
        } catch {
            return false
        }
    }

    private mutating func fill(_ word: UnsafeRawBufferPointer, count: Int) {
        letters.withMutableBytes { letters in for place in 0..<count { letters[place] = word[place] } }
        letterCount = count
    }

    private func index(at place: Int) -> Int? {
        let value = words.withBytes { Int($0[place * 2]) << 8 | Int($0[place * 2 + 1]) }
        return value == 0 ? nil : value - 1
    }

    private mutating func set(_ index: Int) {
        let place = position
        words.withMutableBytes {
            $0[place * 2] = UInt8((index + 1) >> 8)
            $0[place * 2 + 1] = UInt8((index + 1) & 0xff)
        }
    }

    /// The first index for which a condition holds that, once true, stays true; the number of words if there is none.
    private static func first(in list: TypedWords, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// One of the BIP-39 lists of 2048 words, except the English one: UTF-8 in NFKD form, separated by spaces.
///
/// - Source: BIP-39, the lists of its repository.
struct WordList {
    let table: StaticString

    static let all = [
        japanese, korean, spanish, chineseSimplified, chineseTraditional, french, italian, czech, portuguese,
    ]

    /// The index of a complete word in NFKD form; nil if it is not in the list.
    func index(of word: UnsafeRawBufferPointer) -> Int? {
        let bytes = UnsafeRawBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var start = 0
        var index = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
            if bytes[start..<end].elementsEqual(word) { return index }
            start = end + 1
            index += 1
        }
        return nil
    }
}
