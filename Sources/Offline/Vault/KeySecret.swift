// SPDX-License-Identifier: Apache-2.0

package import Chains
package import SodiumKit
import Stellar

/// The source of a key on one chain: a seed, or a mnemonic and an account number.
package struct KeySecret: ~Copyable, Sendable {
    /// The only chain for which the key ever signs.
    package let chain: Chain
    package let kind: SecretKind
    /// The account of the mnemonic, below 2³¹; nil for a seed, which has none.
    package let account: UInt32?
    /// The content that a key file seals: the seed, the entropy of the mnemonic, or the BIP-39 seed.
    let bytes: SecretBytes

    /// One account of a mnemonic; SEP-5 counts from 0.
    package init(_ mnemonic: consuming Mnemonic, chain: Chain = .stellar, account: UInt32 = 0) {
        precondition(account < ChainPath.accounts, "an account index has 31 bits")
        self.chain = chain
        self.kind = .mnemonic
        self.account = account
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
        return KeySecret(kind: kind, chain: chain, account: account, bytes: copy)
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

    private static func key(from seed: borrowing SecretBytes, at path: ChainPath) throws(SecretError) -> SecretBytes {
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

    /// The words of the mnemonic, the BIP-39 seed as hex digits, or the seed as the chain's wallets write it: `S…`, base58 of seed and
    /// public key for Solana, `0x` and hex digits for eip155.
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
