// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Eight words that people compare to check that two machines show the same transaction: the first 88 bits of its hash.
///
/// The words are from the BIP-39 English list but are not a mnemonic: they contain no key and no checksum. They
/// reveal a mix-up or a change in transit, not a builder that lies on its own screen.
package enum CheckWords {
    private static let count = 8
    private static let bitsEach = 11

    /// The check words of a hash. The first word is bits 0 to 10, where bit 0 is the most significant bit of the
    /// first byte.
    package static func words(of hash: TransactionHash) -> [String] {
        (0..<count).map { place in
            let bits = place * bitsEach..<(place + 1) * bitsEach
            return EnglishWords.word(at: bits.reduce(0) { $0 << 1 | bit($1, of: hash.hash) })
        }
    }

    /// The check words on one line, as in a document's `words` member.
    package static func text(of hash: TransactionHash) -> String { words(of: hash).joined(separator: " ") }

    private static func bit(_ place: Int, of hash: Hash) -> Int { Int(hash[place / 8] >> UInt8(7 - place % 8) & 1) }
}
