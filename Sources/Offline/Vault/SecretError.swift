// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Stellar

/// Why a text is neither a secret key nor a mnemonic. Errors contain positions only, never the text.
package enum SecretError: Error, Hashable {
    /// The text is empty or blank.
    case empty
    /// One word that is neither a secret key of the chain nor a mnemonic.
    case notASecret(Chain)
    /// Looks like a secret key of another chain than the one that the key is for.
    case otherChain(Chain, wanted: Chain)
    /// This program was built without what keys of the chain need.
    case unsupportedChain(Chain)
    /// A secret key where a mnemonic is required: only mnemonics have accounts and passphrases.
    case notAMnemonic
    /// A public key, `G…`.
    case publicKey
    /// Looks like a secret key `S…`, but its length, characters or checksum are wrong.
    case malformedSeed
    /// Looks like a keypair of Solana, but a character is wrong, or its halves do not belong together.
    case malformedKeypair
    /// Zero, or a number that is too large for a private key of secp256k1.
    case invalidPrivateKey
    /// The mnemonic has no key at this path (BIP-32, with a probability of 2⁻¹²⁷).
    case noSuchChild
    /// The number of words is not 12, 15, 18, 21 or 24.
    case wordCount(Int)
    /// The text is not valid UTF-8.
    case notText
    /// The word at this position, counted from 1, is not in the word list of the preceding words' language.
    case unknownWord(position: Int)
    /// All words are in the list, but a word is wrong or the order has changed.
    case mnemonicChecksum
    /// What is wrong with rolls of dice or coins.
    case rolls(RollsFault)
    /// Guarded memory could not be allocated.
    case sodium(SodiumError)

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .empty: "no secret was given"
        case .notASecret(.stellar): "this is neither a secret key (S...) nor a mnemonic"
        case .notASecret(.solana): "this is neither a keypair of Solana (base58, 64 bytes) nor a mnemonic"
        case .notASecret(.eip155): "this is neither a private key of Ethereum (64 hex digits) nor a mnemonic"
        case .otherChain(let found, let wanted):
            "this looks like a secret key of \(found.title), not of \(wanted.title); a key of one chain never signs for another"
        case .unsupportedChain(let chain):
            "this signer was built without libsecp256k1, which keys of \(chain.title) (\(chain.rawValue)) need"
        case .notAMnemonic: "this is a secret key: accounts and passphrases apply to mnemonics only"
        case .publicKey: "this is a public key, not a secret one"
        case .malformedSeed: "this is not a valid secret key: a character is wrong, missing or extra"
        case .malformedKeypair:
            "this is not a valid keypair of Solana: a character is wrong, missing or extra, or its halves do not match"
        case .invalidPrivateKey: "this is not a private key of Ethereum: the number is zero or too large"
        case .noSuchChild: "the mnemonic has no key for this account: use the next number"
        case .notText: "this is not UTF-8 text"
        case .wordCount(let found): "a mnemonic has 12, 15, 18, 21 or 24 words, not \(found)"
        case .unknownWord(let position):
            "word \(position) is not in a BIP-39 word list, or not in the list of the words before it"
        case .mnemonicChecksum: "the checksum of the mnemonic is wrong: a word is wrong or two are swapped"
        case .rolls(let fault): fault.message
        case .sodium(let error): error.message
        }
    }
}

/// Why rolls of dice or coins are not taken.
package enum RollsFault: Hashable, Sendable {
    /// Fewer than `Dice.fewest`: so many.
    case tooFew(Int)
    /// The character at this position of the line, counted from 1, is neither a digit nor a space.
    case notADigit(position: Int)
    /// Every roll has the same result.
    case allTheSame

    var message: String {
        switch self {
        case .tooFew(let count): "at least \(Dice.fewest) rolls are needed, and there are \(count)"
        case .notADigit(let position): "character \(position) of the rolls is not a digit"
        case .allTheSame: "all rolls are the same: no dice or coin falls like that"
        }
    }
}

extension SecretError: Fault {
    package var kind: FaultKind {
        if case .unsupportedChain = self { .refused } else { .badInput }
    }

    package var hint: Wording? {
        guard case .wordCount(let found) = self, ShareHeader.wordCounts.contains(found) else { return nil }
        let step = NextStep.SignStep.restoreShares(key: nil, account: nil, number: nil, chain: nil)
        return "for a share of SLIP-39 use \(step: .sign(step))"
    }
}

/// Runs code that needs guarded memory and converts a `SodiumError` into a `SecretError`.
func guarded<R: ~Copyable>(_ body: () throws(SodiumError) -> R) throws(SecretError) -> R {
    do {
        return try body()
    } catch {
        throw .sodium(error)
    }
}
