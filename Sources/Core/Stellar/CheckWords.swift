// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

/// Eight words by which people compare a transaction on two machines: the first 88 bits of its hash.
///
/// They are words of the BIP-39 English list and no mnemonic: they carry no key and no checksum. They reveal a
/// mix-up or a change on the way, not a builder that lies on its own screen.
package enum CheckWords {
    private static let count = 8
    private static let bitsEach = 11

    /// The words of a hash; bits 0 to 10 (the most significant of the first byte is bit 0) are the first.
    package static func words(of hash: TransactionHash) -> [String] {
        (0..<count).map { place in
            let bits = place * bitsEach..<(place + 1) * bitsEach
            return EnglishWords.word(at: bits.reduce(0) { $0 << 1 | bit($1, of: hash.hash) })
        }
    }

    /// The same in one line, for the member `words` of a document.
    package static func text(of hash: TransactionHash) -> String { words(of: hash).joined(separator: " ") }

    private static func bit(_ place: Int, of hash: Hash) -> Int { Int(hash[place / 8] >> UInt8(7 - place % 8) & 1) }
}
