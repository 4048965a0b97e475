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
