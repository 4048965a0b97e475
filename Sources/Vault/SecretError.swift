// SPDX-License-Identifier: Apache-2.0
package import SodiumKit

/// Why a text is no secret key and no mnemonic. Says where, never what: the text is not repeated.
package enum SecretError: Error, Hashable {
    /// Nothing but blanks.
    case empty
    /// One word that is neither.
    case notASecret
    /// A secret key, where only words have accounts and passphrases.
    case notAMnemonic
    /// A public key, `G…`.
    case publicKey
    /// Looks like a secret key `S…`, but its length, characters or checksum are wrong.
    case malformedSeed
    /// A mnemonic has 12, 15, 18, 21 or 24 words.
    case wordCount(Int)
    /// No well-formed UTF-8.
    case notText
    /// This word, counted from 1, is not in the list of the language that the words before it are of.
    case unknownWord(position: Int)
    /// All words are in the list, but one is another than it was, or they stand in another order.
    case mnemonicChecksum
    /// Too few rolls of dice or coins, or something else than digits.
    case rolls(fewest: Int)
    /// Guarded memory was not to be had.
    case sodium(SodiumError)

    /// One lower-case line for a person.
    package var message: String {
        switch self {
        case .empty: "no secret was given"
        case .notASecret: "this is neither a secret key (S...) nor a mnemonic"
        case .notAMnemonic: "accounts and passphrases are for mnemonics; this is a secret key"
        case .publicKey: "this is a public key, not a secret one"
        case .malformedSeed: "this is no valid secret key: a character is wrong, missing or too many"
        case .notText: "this is no text: its bytes are no UTF-8"
        case .wordCount(let found): "a mnemonic has 12, 15, 18, 21 or 24 words, not \(found)"
        case .unknownWord(let position):
            "word \(position) is in no word list of BIP-39, or not in that of the words before it"
        case .mnemonicChecksum: "the checksum of the mnemonic is wrong: a word differs or two are swapped"
        case .rolls(let fewest): "rolls are digits, and at least \(fewest) of them"
        case .sodium(let error): error.message
        }
    }
}
