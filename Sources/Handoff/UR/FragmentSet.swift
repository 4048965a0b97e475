// SPDX-License-Identifier: Apache-2.0

/// Some of a message's fragments, by number from 0; as bits, because sets are compared all the time.
package struct FragmentSet: Hashable, Sendable {
    private var words: [UInt64]

    /// Nothing, with room for the numbers below `capacity`. Only sets of the same capacity go together.
    init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

    package func contains(_ index: Int) -> Bool { words[index / 64] >> UInt64(index % 64) & 1 == 1 }

    mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

    mutating func remove(_ index: Int) { words[index / 64] &= ~(1 << UInt64(index % 64)) }

    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The only element; nil when there are none or several.
    var only: Int? { count == 1 ? elements.first : nil }

    func isSubset(of other: FragmentSet) -> Bool { zip(words, other.words).allSatisfy { $0 & ~$1 == 0 } }

    mutating func subtract(_ other: FragmentSet) {
        for place in words.indices { words[place] &= ~other.words[place] }
    }

    /// In ascending order.
    package var elements: [Int] {
        words.enumerated().flatMap { place, word in
            (0..<64).compactMap { word >> UInt64($0) & 1 == 1 ? place * 64 + $0 : nil }
        }
    }
}
