// SPDX-License-Identifier: Apache-2.0

import Stellar

/// The 1024 words of SLIP-39, in order. The first four letters of each are unique.
///
/// Like `EnglishWords`, the table is one constant, and no lookup makes a `String` of a secret word.
enum ShareWords {
    /// The number of words: ten bits select one.
    static let count = 1024
    /// Bytes in the longest word.
    static let longest = 8
    /// Letters that identify every word.
    private static let fewestLetters = 4

    /// The bytes of the word at this index, which must be below 1024; they remain valid for the life of the process.
    static func bytes(at index: Int) -> UnsafeRawBufferPointer {
        precondition(0..<count ~= index, "a word has ten bits")
        let start = UnsafeRawPointer(table.utf8Start) + index * longest
        let cell = UnsafeRawBufferPointer(start: start, count: longest)
        return UnsafeRawBufferPointer(rebasing: cell[..<(cell.firstIndex(of: UInt8(ascii: " ")) ?? longest)])
    }

    /// The index of a word in lower case, or of its first four or more letters; nil for anything else.
    static func index(of word: UnsafeRawBufferPointer) -> Int? {
        guard word.count >= fewestLetters else { return nil }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let candidate = bytes(at: middle)
            if candidate.starts(with: word) { return middle }
            if candidate.lexicographicallyPrecedes(word) { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

extension Share {
    /// Words in a row of which no text but a share has so many.
    private static let fewestWords = 12

    /// Whether a text is a share or a large part of one, such as one given as an argument.
    package static func isLikely(_ text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }
        return words.count >= fewestWords
            && words.allSatisfy { word in Array(word.utf8).withUnsafeBytes { ShareWords.index(of: $0) } != nil }
    }
}

/// A list of words that may be typed word by word.
package enum TypedWords: Sendable {
    /// Those of BIP-39.
    case english
    /// Those of SLIP-39.
    case shares

    var count: Int {
        switch self {
        case .english: EnglishWords.count
        case .shares: ShareWords.count
        }
    }

    /// Bytes in the longest word.
    var longest: Int {
        switch self {
        case .english: EnglishWords.longest
        case .shares: ShareWords.longest
        }
    }

    /// The word at an index; valid for the life of the process.
    package func bytes(at index: Int) -> UnsafeRawBufferPointer {
        switch self {
        case .english: EnglishWords.bytes(at: index)
        case .shares: ShareWords.bytes(at: index)
        }
    }
}
