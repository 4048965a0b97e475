// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Stellar

/// The source of a key on one chain: a seed, or a mnemonic and an account number.
package struct KeySecret: ~Copyable, Sendable {
    /// The only chain for which the key ever signs.
    package let chain: Chain
    package let kind: SecretKind
    /// The account of the mnemonic, below 2³¹; nil for a seed, which has none.
    package let account: UInt32?
    /// The content that a key file seals: the seed, the entropy of the mnemonic, or the BIP-39 seed.
    let bytes: SecretBytes
    /// Where the entropy of the words came from; nil for a seed, and for words that were made elsewhere.
    package var source: EntropySource?

    /// One account of a mnemonic; SEP-5 counts from 0.
    package init(_ mnemonic: consuming Mnemonic, chain: Chain = .stellar, account: UInt32 = 0) {
        precondition(account < ChainPath.accounts, "an account index has 31 bits")
        self.chain = chain
        self.kind = .mnemonic
        self.account = account
        self.source = mnemonic.source
        self.bytes = mnemonic.entropy
    }

    /// The secret from a key file, whose length `KeyFile` has checked.
    init(kind: SecretKind, chain: Chain = .stellar, account: UInt32?, bytes: consuming SecretBytes) {
        self.chain = chain
        self.kind = kind
        self.account = account
        self.bytes = bytes
    }

    /// Whether this build signs for a chain: for eip155 it needs libsecp256k1, without which it can be built.
    package static func supports(_ chain: Chain) -> Bool {
        #if EIP155
            true
        #else
            chain != .eip155
        #endif
    }

    /// Another account of the same mnemonic, or an account on another chain.
    ///
    /// - Throws: `.notAMnemonic` for a seed, which has no accounts.
    package func other(chain: Chain, account: UInt32) throws(SecretError) -> KeySecret {
        guard kind != .seed else { throw .notAMnemonic }
        let copy = try guarded { () throws(SodiumError) in try bytes.copy() }
        var other = KeySecret(kind: kind, chain: chain, account: account, bytes: copy)
        other.source = source
        return other
    }

    /// The 32 bytes that sign: an Ed25519 seed, or for eip155 a private key of secp256k1.
    ///
    /// - Throws: `.noSuchChild`, `.unsupportedChain`, `.sodium`.
    package func signingSeed() throws(SecretError) -> SecretBytes {
        guard let account else { return try guarded { () throws(SodiumError) in try bytes.copy() } }
        let path = ChainPath(chain, account: account)
        if kind == .bip39Seed { return try Self.key(from: bytes, at: path) }
        let seed = try guarded { () throws(SodiumError) in
            let noPassphrase = try SecretBytes(count: 0)
            return try Mnemonic(entropy: try bytes.copy()).seed(passphrase: noPassphrase)
        }
        return try Self.key(from: seed, at: path)
    }

    static func key(from seed: borrowing SecretBytes, at path: ChainPath) throws(SecretError) -> SecretBytes {
        switch path.chain {
        case .stellar, .solana:
            return try guarded { () throws(SodiumError) in try SLIP10.key(from: seed, path: path.steps) }
        case .eip155:
            #if EIP155
                return try BIP32.key(from: seed, path: path.steps)
            #else
                throw .unsupportedChain(path.chain)
            #endif
        }
    }

    /// The address that the key has on its chain.
    ///
    /// - Throws: the errors of `signingSeed`; `.invalidPrivateKey`.
    package func identity() throws(SecretError) -> KeyIdentity {
        try KeyIdentity(of: try signingSeed(), on: chain)
    }

    /// The words of the mnemonic, the BIP-39 seed as hex digits, or the seed as the chain's wallets write it: `S…`,
    /// base58 of seed and public key for Solana, `0x` and hex digits for eip155.
    func text() throws(SodiumError) -> SecretBytes {
        switch (kind, chain) {
        case (.mnemonic, _): try Mnemonic(entropy: try bytes.copy()).text()
        case (.bip39Seed, _): try SecretHex.encode(bytes)
        case (.seed, .stellar): try SeedText.encode(bytes)
        case (.seed, .solana): try KeypairText.encode(bytes)
        case (.seed, .eip155): try SecretHex.encode(bytes, prefix: "0x")
        }
    }
}

extension KeySecret {
    /// Parses a secret to import: a mnemonic in any BIP-39 language, a BIP-39 seed as 128 hex digits, or a secret key
    /// as the chain's wallets write it: `S…`; for Solana base58 of seed and public key; for eip155 64 hex digits, with
    /// or without `0x`.
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

/// The kind of secret in a key file; the raw value is written to the file.
package enum SecretKind: String, Sendable {
    /// The 32-byte seed of one key, imported as `S…`.
    case seed
    /// The entropy of a BIP-39 mnemonic, from which SEP-5 derives the key.
    case mnemonic
    /// The 64-byte BIP-39 seed of a mnemonic with a passphrase, or in another language; the words cannot be recovered
    /// from it.
    case bip39Seed = "bip39-seed"

    /// Valid lengths of the sealed secret in bytes.
    var lengths: [Int] {
        switch self {
        case .seed: [32]
        case .bip39Seed: [64]
        case .mnemonic: [16, 20, 24, 28, 32]
        }
    }
}
