// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Derivation of Ed25519 keys, for Stellar and Solana.
///
/// - Source: SLIP-10 for ed25519, where every step is hardened; SEP-5.
enum SLIP10 {
    /// Returns the 32-byte ed25519 seed at a path.
    ///
    /// - Parameters:
    ///   - seed: the 64-byte BIP-39 seed.
    ///   - path: all steps hardened.
    static func key(from seed: borrowing SecretBytes, path: [UInt32]) throws(SodiumError) -> SecretBytes {
        precondition(path.allSatisfy { $0 >= ChainPath.hardened }, "SLIP-10 has no public derivation for ed25519")
        var node = try KeyNode(seed: seed, label: "ed25519 seed")
        for step in path { node = KeyNode(try node.hardened(step)) }
        return try node.key()
    }
}
