// SPDX-License-Identifier: Apache-2.0

/// What a key file keeps sealed; the raw value stands in the file.
package enum SecretKind: String, Sendable {
    /// The 32-byte seed of one key, imported as `S…`.
    case seed
    /// The entropy of a BIP-39 mnemonic, from which SEP-5 derives the key.
    case mnemonic

    /// The lengths that the sealed secret can have, in bytes.
    var lengths: [Int] {
        switch self {
        case .seed: [32]
        case .mnemonic: [16, 20, 24, 28, 32]
        }
    }
}
