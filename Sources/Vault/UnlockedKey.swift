// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
import Stellar
package import StellarXDR
import XDR

/// A key that its PIN has opened; the seed is in guarded memory and goes with the value.
package struct UnlockedKey: ~Copyable, Sendable {
    /// What the file says, now authenticated.
    package let info: KeyInfo
    private let seed: SecretBytes

    /// The key with this seed, which `info` must name.
    init?(info: KeyInfo, seed: consuming SecretBytes) throws(SodiumError) {
        guard try Ed25519.publicKey(seed: seed) == info.publicKey.key.bytes else { return nil }
        self.info = info
        self.seed = seed
    }

    /// The signature over a hash, 64 bytes; the same every time.
    ///
    /// It is verified before it is given away: a signature that a failing memory spoilt could betray the seed.
    /// - Throws: `.cannotOpen` for such a failure, `.outOfMemory`.
    package func sign(_ hash: Hash) throws(SodiumError) -> [UInt8] {
        let signature = try Ed25519.sign(hash.bytes, seed: seed)
        guard Ed25519.verify(signature, message: hash.bytes, publicKey: info.publicKey.key.bytes) else {
            throw .cannotOpen
        }
        return signature
    }
}
