// SPDX-License-Identifier: Apache-2.0

/// A set of a message's fragments, by number from 0; stored as bits, because sets are compared very often.
package struct FragmentSet: Hashable, Sendable {
    private var words: [UInt64]

    /// An empty set for numbers below `capacity`. Only sets of the same capacity can be combined.
    init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

    package func contains(_ index: Int) -> Bool { words[index / 64] >> UInt64(index % 64) & 1 == 1 }

    mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The lowest element; nil when there is none.
    var first: Int? {
        guard let place = words.firstIndex(where: { $0 != 0 }) else { return nil }
        return place * 64 + words[place].trailingZeroBitCount
    }

    mutating func formSymmetricDifference(_ other: FragmentSet) {
        for place in words.indices { words[place] ^= other.words[place] }
    }

    /// In ascending order.
    package var elements: [Int] {
        words.enumerated().flatMap { place, word in
            (0..<64).compactMap { word >> UInt64($0) & 1 == 1 ? place * 64 + $0 : nil }
        }
    }
}
