// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// Where the entropy of words came from that were made here.
package enum EntropySource: Hashable, Sendable {
    /// The machine's random generator alone.
    case generator
    /// The generator, and this many rolls of dice or coins.
    case rolls(Int)
}

/// Entropy from the machine and from the user's own dice or coins, combined so that the user can verify it.
///
/// The machine draws its part first and shows the hash of it; then the user types the rolls. The entropy is a prefix of
/// SHA-256 over the machine's part, as 64 hex digits, followed by the rolls as typed. Anyone with `sha256sum` can
/// recompute it, and the machine could not choose its part after it knew the rolls.
package struct Dice: ~Copyable {
    /// The machine's part as 64 hex digits, in guarded memory.
    package let machine: SecretBytes
    /// Minimum number of rolls: about 128 bits with dice.
    package static let fewest = 50

    package init(randomness: some Randomness = SystemRandomness()) throws(SodiumError) {
        let drawn = try randomness.secret(32)
        machine = try SecretBytes(count: 64) { (text) throws(SodiumError) in
            drawn.withBytes { drawn in
                for (index, byte) in drawn.enumerated() {
                    text[index * 2] = Self.digit(byte >> 4)
                    text[index * 2 + 1] = Self.digit(byte & 15)
                }
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

    /// SHA-256 of the machine's part, 32 bytes; shown before the user enters the rolls.
    package var commitment: [UInt8] { machine.withBytes { SHA256.hash($0) } }

    /// Derives the mnemonic from both parts.
    ///
    /// - Throws: `.rolls` for too few rolls, and for rolls that are all the same.
    package borrowing func mnemonic(words: Mnemonic.Length, rolls: borrowing Rolls) throws(SecretError) -> Mnemonic {
        guard rolls.count >= Self.fewest else { throw .rolls(.tooFew(rolls.count)) }
        guard rolls.vary else { throw .rolls(.allTheSame) }
        return try guarded { () throws(SodiumError) in
            let whole = try SecretBytes(count: machine.count + rolls.count) { (text) throws(SodiumError) in
                machine.withBytes { text.copyMemory(from: $0) }
                rolls.copy(into: UnsafeMutableRawBufferPointer(rebasing: text[machine.count...]))
            }
            let hash = try SecretBytes(count: SHA256.length) { (hash) throws(SodiumError) in
                whole.withBytes { SHA256.hash($0, into: hash) }
            }
            return Mnemonic(entropy: try hash.prefix(words.rawValue * 4 / 3), from: .rolls(rolls.count))
        }
    }

    /// What the user has rolled so far, in guarded memory.
    package struct Rolls: ~Copyable {
        private var digits: SecretBytes

        package init() throws(SecretError) {
            digits = try guarded { () throws(SodiumError) in try SecretBytes(count: 0) }
        }

        package var count: Int { digits.count }
        /// How many more are needed.
        package var missing: Int { max(0, Dice.fewest - count) }

        /// Adds the rolls of one line; a line with something else adds nothing.
        ///
        /// - Parameter line: digits; spaces are ignored.
        /// - Throws: `.rolls` for a character other than a digit.
        package mutating func add(_ line: borrowing SecretBytes) throws(SecretError) {
            let new = try line.withBytes { (line) throws(SecretError) -> Int in
                for (index, byte) in line.enumerated() where byte != Self.space && !Self.digitBytes.contains(byte) {
                    throw .rolls(.notADigit(position: index + 1))
                }
                return line.count { $0 != Self.space }
            }
            let old = digits.count
            digits = try guarded { () throws(SodiumError) in
                try SecretBytes(count: old + new) { (text) throws(SodiumError) in
                    digits.withBytes { text.copyMemory(from: $0) }
                    line.withBytes { line in
                        for (index, byte) in line.lazy.filter({ $0 != Self.space }).enumerated() {
                            text[old + index] = byte
                        }
                    }
                }
            }
        }

        private static let space = UInt8(ascii: " ")
        private static let digitBytes = UInt8(ascii: "0")...UInt8(ascii: "9")

        /// Whether there are at least two different ones: fifty rolls that are all the same were typed, not rolled.
        fileprivate var vary: Bool { digits.withBytes { digits in digits.contains { $0 != digits[0] } } }

        fileprivate func copy(into target: UnsafeMutableRawBufferPointer) {
            digits.withBytes { target.copyMemory(from: $0) }
        }
    }
}
