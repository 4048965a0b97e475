// SPDX-License-Identifier: Apache-2.0

import Crypto

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
