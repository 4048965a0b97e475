// SPDX-License-Identifier: Apache-2.0

/// What a key file keeps sealed; the raw value stands in the file.
package enum SecretKind: String, Sendable {
    /// The 32-byte seed of one key, imported as `S…`.
    case seed
    /// The entropy of a BIP-39 mnemonic, from which SEP-5 derives the key.
    case mnemonic
    /// The 64 bytes that BIP-39 makes of a mnemonic with a passphrase, or of another language; the words do not come back from it.
    case bip39Seed = "bip39-seed"

    /// The lengths that the sealed secret can have, in bytes.
    var lengths: [Int] {
        switch self {
        case .seed: [32]
        case .bip39Seed: [64]
        case .mnemonic: [16, 20, 24, 28, 32]
        }
    }
}
