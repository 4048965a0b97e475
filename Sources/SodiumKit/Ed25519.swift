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
    /// - Throws: `.wrongLength` for another seed, `.outOfMemory`.
    package static func publicKey(seed: borrowing SecretBytes) throws(SodiumError) -> [UInt8] {
        var publicKey = [UInt8](repeating: 0, count: publicKeyLength)
        _ = try expand(seed, publicKey: &publicKey)
        return publicKey
    }

    /// The signature over `message`, 64 bytes; deterministic.
    ///
    /// - Throws: `.wrongLength` for another seed, `.outOfMemory`.
    package static func sign(_ message: [UInt8], seed: borrowing SecretBytes) throws(SodiumError) -> [UInt8] {
        var publicKey = [UInt8](repeating: 0, count: publicKeyLength)
        let secretKey = try expand(seed, publicKey: &publicKey)
        var signature = [UInt8](repeating: 0, count: signatureLength)
        secretKey.withBytes { key in
            _ = crypto_sign_ed25519_detached(
                &signature, nil, message, UInt64(message.count), key.octets)
        }
        return signature
    }

    /// Whether `signature` is the key's over `message`.
    ///
    /// Strict, by libsodium: refuses S not below the group order, points of small order, a key that is not
    /// canonical, and lengths that are not those of a signature and a key.
    package static func verify(_ signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureLength, publicKey.count == publicKeyLength else { return false }
        return crypto_sign_ed25519_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }

    /// libsodium's 64-byte secret key (seed, then public key) in guarded memory.
    private static func expand(_ seed: borrowing SecretBytes, publicKey: inout [UInt8])
        throws(SodiumError) -> SecretBytes
    {
        guard seed.count == seedLength else { throw .wrongLength(found: seed.count, expected: seedLength) }
        var secretKey = try SecretBytes(count: Int(crypto_sign_ed25519_SECRETKEYBYTES))
        seed.withBytes { seed in
            secretKey.withMutableBytes { key in
                _ = crypto_sign_ed25519_seed_keypair(
                    &publicKey, key.octets,
                    seed.octets)
            }
        }
        return secretKey
    }
}
