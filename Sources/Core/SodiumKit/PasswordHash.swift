// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Argon2id: derives a key from a PIN or passphrase, and makes guessing expensive.
///
/// - Source: RFC 9106; libsodium `crypto_pwhash`, algorithm Argon2id version 1.3, one lane.
package enum PasswordHash {
    /// Bytes in a salt.
    package static let saltLength = 16
    /// The shortest key that Argon2id derives, in bytes.
    package static let shortestKey = 16

    /// Derives a key of `length` bytes.
    ///
    /// - Parameter salt: 16 bytes, new for every key.
    /// - Throws: `.wrongLength` for a salt of another length or a key shorter than 16 bytes, `.outOfMemory`.
    package static func derive(
        secret: borrowing SecretBytes, salt: [UInt8], parameters: Parameters, length: Int
    ) throws(SodiumError) -> SecretBytes {
        guard salt.count == saltLength else { throw .wrongLength(found: salt.count, expected: saltLength) }
        guard length >= shortestKey else { throw .wrongLength(found: length, expected: shortestKey) }
        // Checked before libsodium touches the pages: a system that overcommits memory would kill the process instead.
        guard parameters.memory <= PhysicalMemory.bytes else { throw .outOfMemory(bytes: parameters.memory) }
        var key = try SecretBytes(count: length)
        let status = secret.withBytes { secret in
            key.withMutableBytes { key in
                crypto_pwhash(
                    key.octets, UInt64(key.count),
                    UnsafeRawPointer(secret.octets).assumingMemoryBound(to: CChar.self), UInt64(secret.count), salt,
                    UInt64(parameters.passes), Int(parameters.memory), crypto_pwhash_ALG_ARGON2ID13)
            }
        }
        guard status == 0 else { throw .outOfMemory(bytes: parameters.memory) }
        return key
    }
}
