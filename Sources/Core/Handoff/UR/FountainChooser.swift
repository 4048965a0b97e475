// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Selects the fragments of a message that a part mixes, by the part's number.
///
/// - Source: BCR-2024-001 §Fragment chooser.
package struct FountainChooser: Sendable {
    private let count: Int
    private let checksum: UInt32
    private let degrees: FountainDegrees

    /// - Parameters:
    ///   - count: fragments of the message, at least one.
    ///   - checksum: CRC-32 of the message.
    package init(count: Int, checksum: UInt32) {
        self.count = count
        self.checksum = checksum
        degrees = FountainDegrees(count: count)
    }

    /// - Parameter number: from 1; the first parts are the fragments one by one.
    package func fragments(of number: UInt32) -> FragmentSet {
        var chosen = FragmentSet(capacity: count)
        guard number > UInt32(count) else {
            chosen.insert(Int(number) - 1)
            return chosen
        }
        var random = FountainRandom(seed: number.bigEndianBytes + checksum.bigEndianBytes)
        let degree = degrees.draw(&random) + 1
        var remaining = Array(0..<count)
        for _ in 0..<degree { chosen.insert(remaining.remove(at: random.next(below: remaining.count))) }
        return chosen
    }
}

/// The number of fragments that a fountain part mixes: a weighted draw by the alias method (Walker, in Vose's form).
///
/// - Source: BCR-2024-001 §Degree. The order in which the tables are filled determines the draws, so it is fixed.
package struct FountainDegrees: Sendable {
    private let odds: [Double]
    private let aliases: [Int]

    /// The weights of a message in `count` fragments: 1/1, 1/2, … 1/count for 1, 2, … count fragments.
    package init(count: Int) { self.init(weights: (1...count).map { 1 / Double($0) }) }

    /// - Precondition: at least one weight, all above zero.
    package init(weights: [Double]) {
        let total = weights.reduce(0, +)
        var odds = weights.map { $0 * Double(weights.count) / total }
        var aliases = Array(repeating: 0, count: weights.count)
        var small = odds.indices.reversed().filter { odds[$0] < 1 }
        var large = odds.indices.reversed().filter { odds[$0] >= 1 }
        while let low = small.last, let high = large.last {
            small.removeLast()
            large.removeLast()
            aliases[low] = high
            odds[high] += odds[low] - 1
            if odds[high] < 1 { small.append(high) } else { large.append(high) }
        }
        // The remaining odds are 1 except for rounding.
        for index in large + small { odds[index] = 1 }
        self.odds = odds
        self.aliases = aliases
    }

    /// The index, from 0, of the weight drawn.
    package func draw(_ random: inout FountainRandom) -> Int {
        let first = random.nextFraction()
        let second = random.nextFraction()
        let index = min(Int(first * Double(odds.count)), odds.count - 1)
        return second < odds[index] ? index : aliases[index]
    }
}

/// The random numbers that sender and receiver of fountain parts share: xoshiro256** over a hashed seed.
///
/// - Source: BCR-2024-001 §Xoshiro256; Blackman and Vigna, "Scrambled linear pseudorandom number generators".
package struct FountainRandom: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Seeds the generator with the SHA-256 of `seed`, as four big-endian words.
    package init(seed: [UInt8]) {
        let digest = SHA256.hash(seed)
        func word(_ place: Int) -> UInt64 { digest[place * 8..<place * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        state = (word(0), word(1), word(2), word(3))
    }

    package mutating func next() -> UInt64 {
        let result = Self.rotated(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotated(state.3, by: 45)
        return result
    }

    /// A number from 0 to 1; rounding of the largest values can give 1.
    package mutating func nextFraction() -> Double { Double(next()) / 18_446_744_073_709_551_616 }

    /// A number below `count`, which is above zero.
    package mutating func next(below count: Int) -> Int { min(Int(nextFraction() * Double(count)), count - 1) }

    private static func rotated(_ value: UInt64, by count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
}

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
