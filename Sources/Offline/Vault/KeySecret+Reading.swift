// SPDX-License-Identifier: Apache-2.0

package import Chains
package import SodiumKit
import Stellar

extension KeySecret {
    /// Parses a secret to import: a mnemonic in any BIP-39 language, a BIP-39 seed as 128 hex digits, or a secret key as the chain's
    /// wallets write it: `S…`; for Solana base58 of seed and public key; for eip155 64 hex digits, with or without `0x`.
    ///
    /// - Parameters:
    ///   - chain: the only chain for which the key will ever sign.
    ///   - account: the account of a mnemonic.
    ///   - passphrase: the BIP-39 passphrase as typed; nil for none.
    /// - Throws: any `SecretError`; no error repeats the input.
    package init(
        reading text: borrowing SecretBytes, chain: Chain = .stellar, account: UInt32 = 0,
        passphrase: borrowing SecretBytes? = nil
    ) throws(SecretError) {
        guard Self.supports(chain) else { throw .unsupportedChain(chain) }
        if text.withBytes({ WordScanner.count($0) }) == 1 {
            if passphrase == nil,
                let seed = try text.withBytes({ (text) throws(SecretError) in try Self.hexSeed(text) })
            {
                self.init(kind: .bip39Seed, chain: chain, account: account, bytes: seed)
                return
            }
            guard account == 0, passphrase == nil else { throw .notAMnemonic }
            let seed = try text.withBytes { (text) throws(SecretError) in
                try Self.seed(fromOneWord: text, chain: chain)
            }
            self.init(kind: .seed, chain: chain, account: nil, bytes: seed)
            return
        }
        let sentence = try Sentence(reading: text)
        switch passphrase {
        case .some(let passphrase) where passphrase.count > 0:
            self.init(
                kind: .bip39Seed, chain: chain, account: account, bytes: try sentence.seed(passphrase: passphrase))
        default:
            if let mnemonic = try? Mnemonic(reading: text) {
                self.init(mnemonic, chain: chain, account: account)
            } else {
                let none = try guarded { () throws(SodiumError) in try SecretBytes(count: 0) }
                self.init(kind: .bip39Seed, chain: chain, account: account, bytes: try sentence.seed(passphrase: none))
            }
        }
    }

    /// Parses the hex form of a BIP-39 seed, as `text()` returns it; nil if the text is not 128 hex digits.
    private static func hexSeed(_ text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes? {
        var scanner = WordScanner(text)
        guard let word = scanner.next(), SecretHex.isHex(word, count: 64, isUpperCaseAllowed: false) else { return nil }
        return try guarded { () throws(SodiumError) in try SecretHex.decode(word) }
    }

    private static func seed(fromOneWord text: UnsafeRawBufferPointer, chain: Chain) throws(SecretError) -> SecretBytes
    {
        var scanner = WordScanner(text)
        guard let word = scanner.next() else { throw .empty }
        guard word.count > EnglishWords.longest else { throw .wordCount(1) }
        if let found = OneWordSecret.chain(of: word), found != chain { throw .otherChain(found, wanted: chain) }
        if OneWordSecret.isAddress(word, wanted: chain) { throw .publicKey }
        switch chain {
        case .stellar:
            guard word[0] | 0x20 == UInt8(ascii: "s") else { throw .notASecret(chain) }
            return try SeedText.decode(word)
        case .solana:
            guard KeypairText.lengths.contains(word.count) else { throw .notASecret(chain) }
            return try KeypairText.decode(word)
        case .eip155:
            let digits = OneWordSecret.withoutPrefix(word)
            guard SecretHex.isHex(digits, count: 32) else { throw .notASecret(chain) }
            let key = try guarded { () throws(SodiumError) in try SecretHex.decode(digits) }
            _ = try KeyIdentity(of: key, on: chain)
            return key
        }
    }
}
