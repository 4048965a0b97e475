// SPDX-License-Identifier: Apache-2.0

/// The kind of secret in a key file; the raw value is written to the file.
package enum SecretKind: String, Sendable {
    /// The 32-byte seed of one key, imported as `S…`.
    case seed
    /// The entropy of a BIP-39 mnemonic, from which SEP-5 derives the key.
    case mnemonic
    /// The 64-byte BIP-39 seed of a mnemonic with a passphrase, or in another language; the words cannot be recovered from it.
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
