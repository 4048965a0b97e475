// SPDX-License-Identifier: Apache-2.0
package import SodiumKit

/// Why a text is no secret key and no mnemonic. Says where, never what: the text is not repeated.
package enum SecretError: Error, Hashable {
    /// Nothing but blanks.
    case empty
    /// One word that is neither.
    case notASecret
    /// A public key, `G…`.
    case publicKey
    /// Looks like a secret key `S…`, but its length, characters or checksum are wrong.
    case malformedSeed
    /// A mnemonic has 12, 15, 18, 21 or 24 words.
    case wordCount(Int)
    /// This word, counted from 1, is not in the English list.
    case unknownWord(position: Int)
    /// All words are in the list, but one is another than it was, or they stand in another order.
    case mnemonicChecksum
    /// Guarded memory was not to be had.
    case sodium(SodiumError)

    /// One lower-case line for a person.
    package var message: String {
        switch self {
        case .empty: "no secret was given"
        case .notASecret: "this is neither a secret key (S…) nor a mnemonic"
        case .publicKey: "this is a public key, not a secret one"
        case .malformedSeed: "this is no valid secret key: a character is wrong, missing or too many"
        case .wordCount(let found): "a mnemonic has 12, 15, 18, 21 or 24 words, not \(found)"
        case .unknownWord(let position): "word \(position) is not in the English word list"
        case .mnemonicChecksum: "the checksum of the mnemonic is wrong: a word differs or two are swapped"
        case .sodium(let error): error.message
        }
    }
}
