// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Ed25519 signatures with strict verification.
///
/// - Source: RFC 8032.
package enum Ed25519 {
    /// Bytes in a seed.
    package static let seedLength = 32
    /// Bytes in a public key.
    package static let publicKeyLength = 32
    /// Bytes in a signature.
    package static let signatureLength = 64

    /// The public key of a 32-byte seed, 32 bytes.
    ///
    /// - Throws: `.wrongLength` if the seed is not 32 bytes long, `.outOfMemory`.
    package static func publicKey(seed: borrowing SecretBytes) throws(SodiumError) -> [UInt8] {
        try SecretKey(seed: seed).publicKey
    }

    /// The signature over `message`, 64 bytes; deterministic.
    package static func sign(_ message: [UInt8], with key: borrowing SecretKey) -> [UInt8] {
        key.bytes.withBytes { key in
            [UInt8](unsafeUninitializedCapacity: signatureLength) { signature, filled in
                _ = crypto_sign_ed25519_detached(
                    UnsafeMutableRawBufferPointer(signature).octets, nil, message, UInt64(message.count), key.octets)
                filled = signatureLength
            }
        }
    }

    /// The signature over `message` by a key that is used only once.
    ///
    /// - Throws: `.wrongLength` if the seed is not 32 bytes long, `.outOfMemory`.
    package static func sign(_ message: [UInt8], seed: borrowing SecretBytes) throws(SodiumError) -> [UInt8] {
        sign(message, with: try SecretKey(seed: seed))
    }

    /// Whether `signature` is valid for `message` under `publicKey`.
    ///
    /// Strict, by libsodium: refuses S not below the group order, points of small order, non-canonical keys, and
    /// signatures or keys of the wrong length.
    package static func verify(_ signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureLength, publicKey.count == publicKeyLength else { return false }
        return crypto_sign_ed25519_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}

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
