// SPDX-License-Identifier: Apache-2.0

import CSodium

extension Ed25519 {
    /// A key ready to sign: its public half is computed once, not for each signature.
    package struct SecretKey: ~Copyable, Sendable {
        /// 32 bytes.
        package let publicKey: [UInt8]
        /// libsodium's secret key: the seed, then the public key, 64 bytes.
        let bytes: SecretBytes

        /// - Throws: `.wrongLength` if the seed is not 32 bytes long, `.outOfMemory`.
        package init(seed: borrowing SecretBytes) throws(SodiumError) {
            guard seed.count == seedLength else { throw .wrongLength(found: seed.count, expected: seedLength) }
            var publicKey = [UInt8](repeating: 0, count: publicKeyLength)
            bytes = try SecretBytes(count: Int(crypto_sign_ed25519_SECRETKEYBYTES)) { key in
                seed.withBytes { seed in
                    _ = crypto_sign_ed25519_seed_keypair(&publicKey, key.octets, seed.octets)
                }
            }
            self.publicKey = publicKey
        }
    }
}
