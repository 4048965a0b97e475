// SPDX-License-Identifier: Apache-2.0

import CSodium

/// XChaCha20-Poly1305 with a 24-byte nonce.
///
/// - Source: draft-irtf-cfrg-xchacha-03.
enum AEAD {
    static let keyLength = 32
    static let nonceLength = 24
    static let tagLength = 16

    /// The ciphertext followed by the 16-byte authentication tag. `key` and `nonce` must have the lengths above.
    static func encrypt(
        _ plaintext: UnsafeRawBufferPointer, associatedData: [UInt8], nonce: [UInt8], key: borrowing SecretBytes
    ) -> [UInt8] {
        precondition(nonce.count == nonceLength && key.count == keyLength, "key and nonce have their lengths")
        var sealed = [UInt8](repeating: 0, count: plaintext.count + tagLength)
        key.withBytes { key in
            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed, nil, plaintext.octets, UInt64(plaintext.count),
                associatedData, UInt64(associatedData.count), nil, nonce,
                key.octets)
        }
        return sealed
    }

    /// Decrypts and authenticates a ciphertext.
    ///
    /// - Throws: `.cannotOpen` when authentication fails, `.outOfMemory`.
    static func decrypt(
        _ sealed: ArraySlice<UInt8>, associatedData: [UInt8], nonce: [UInt8], key: borrowing SecretBytes
    ) throws(SodiumError) -> SecretBytes {
        precondition(nonce.count == nonceLength && key.count == keyLength, "key and nonce have their lengths")
        guard sealed.count >= tagLength else { throw .cannotOpen }
        return try SecretBytes(count: sealed.count - tagLength) { (plaintext) throws(SodiumError) in
            let status = key.withBytes { key in
                sealed.withUnsafeBytes { sealed in
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        plaintext.octets, nil, nil, sealed.octets,
                        UInt64(sealed.count), associatedData, UInt64(associatedData.count), nonce,
                        key.octets)
                }
            }
            guard status == 0 else { throw .cannotOpen }
        }
    }
}

/// HMAC-SHA256 of public messages under a secret key.
///
/// - Source: RFC 2104.
package enum HMACSHA256 {
    /// Bytes in an authenticator.
    package static let length = 32

    /// The authenticator of `message` under a key of any length, 32 bytes.
    package static func authenticate(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        key.withBytes { key in
            var state = crypto_auth_hmacsha256_state()
            // The state is as sensitive as the key.
            defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
            crypto_auth_hmacsha256_init(&state, key.octets, key.count)
            crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
            return [UInt8](unsafeUninitializedCapacity: length) { output, filled in
                crypto_auth_hmacsha256_final(&state, UnsafeMutableRawBufferPointer(output).octets)
                filled = length
            }
        }
    }

    /// Whether `authenticator` is that of `message`, compared in constant time.
    package static func verify(_ authenticator: [UInt8], message: [UInt8], key: borrowing SecretBytes) -> Bool {
        guard authenticator.count == length else { return false }
        return sodium_memcmp(authenticator, authenticate(message, key: key), length) == 0
    }
}
