// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
import Stellar
package import StellarXDR
import XDR

/// A key that its PIN has opened; it is in guarded memory and goes with the value.
package struct UnlockedKey: ~Copyable, Sendable {
    /// What the file says, now authenticated.
    package let info: KeyInfo
    private let key: Ed25519.SecretKey

    /// The key with this seed, which `info` must name.
    init?(info: KeyInfo, seed: borrowing SecretBytes) throws(SodiumError) {
        key = try Ed25519.SecretKey(seed: seed)
        self.info = info
        guard key.publicKey == info.publicKey.key.bytes else { return nil }
    }

    /// The signature over a hash, 64 bytes; the same every time.
    ///
    /// It is verified before it is given away: a signature that a failing memory spoilt could betray the seed.
    /// - Throws: `.cannotOpen` for such a failure.
    package func sign(_ hash: Hash) throws(SodiumError) -> [UInt8] {
        let signature = Ed25519.sign(hash.bytes, with: key)
        guard Ed25519.verify(signature, message: hash.bytes, publicKey: info.publicKey.key.bytes) else {
            throw .cannotOpen
        }
        return signature
    }
}
