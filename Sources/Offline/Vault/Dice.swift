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
    /// - Parameter rolls: digits; spaces are ignored.
    /// - Throws: `.rolls` for fewer than fifty rolls, or for characters other than digits.
    package borrowing func mnemonic(words: Mnemonic.Length, rolls: borrowing SecretBytes) throws(SecretError)
        -> Mnemonic
    {
        var text = try guarded { () throws(SodiumError) in try SecretBytes(count: 64 + rolls.count) }
        let count = rolls.withBytes { rolls in
            text.withMutableBytes { text -> Int? in
                machine.withBytes { text.copyMemory(from: $0) }
                var count = 64
                for byte in rolls where byte != UInt8(ascii: " ") {
                    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                    text[count] = byte
                    count += 1
                }
                return count
            }
        }
        guard let count, count - 64 >= Self.fewest else { throw .rolls(fewest: Self.fewest) }
        return try guarded { () throws(SodiumError) in
            let whole = try text.prefix(count)
            let hash = try SecretBytes(count: SHA256.length) { (hash) throws(SodiumError) in
                whole.withBytes { SHA256.hash($0, into: hash) }
            }
            return Mnemonic(entropy: try hash.prefix(words.rawValue * 4 / 3), from: .rolls(count - 64))
        }
    }
}
