// SPDX-License-Identifier: Apache-2.0

/// Bytes sealed under a passphrase: Argon2id derives the key, XChaCha20-Poly1305 encrypts and authenticates.
///
/// Layout, numbers big-endian:
///
/// | offset | size | field |
/// |---|---|---|
/// | 0 | 1 | version, 1 |
/// | 1 | 1 | key derivation, 1 = Argon2id version 1.3, one lane |
/// | 2 | 1 | cipher, 1 = XChaCha20-Poly1305 (IETF) |
/// | 3 | 1 | flags: bit 0 = a second factor is mixed into the key; the others are zero |
/// | 4 | 4 | Argon2id passes |
/// | 8 | 8 | Argon2id memory, bytes |
/// | 16 | 16 | Argon2id salt |
/// | 32 | 24 | nonce |
/// | 56 | n + 16 | ciphertext, then the authenticator |
///
/// The cipher's associated data is these 56 bytes followed by the caller's, so that a box can be neither altered nor moved
/// to another place. With a second factor the cipher's key is the first 32 bytes of HMAC-SHA512, keyed with the Argon2id
/// output, over "coldstar second factor" and the factor's bytes: neither half opens the box alone.
package enum SealedBox {
    /// The bytes that a box adds to its contents: header and authenticator.
    package static let overhead = Header.length + AEAD.tagLength

    /// Seals `plaintext` with a new salt and nonce.
    ///
    /// - Throws: `.weakParameters`, `.excessiveParameters`, `.outOfMemory`.
    package static func seal(
        _ plaintext: borrowing SecretBytes, passphrase: borrowing SecretBytes, associatedData: [UInt8],
        parameters: PasswordHash.Parameters = .moderate, secondFactor: borrowing SecretBytes? = nil,
        randomness: some Randomness = SystemRandomness(), limits: PasswordHash.Limits = .standard
    ) throws(SodiumError) -> [UInt8] {
        try limits.check(parameters)
        let header = Header(
            hasSecondFactor: secondFactor != nil, parameters: parameters,
            salt: randomness.bytes(PasswordHash.saltLength), nonce: randomness.bytes(AEAD.nonceLength))
        let key = try key(header, passphrase: passphrase, secondFactor: secondFactor)
        let sealed = plaintext.withBytes {
            AEAD.encrypt($0, associatedData: header.bytes + associatedData, nonce: header.nonce, key: key)
        }
        return header.bytes + sealed
    }

    /// Opens a box.
    ///
    /// - Throws: `.truncatedBox`, `.unsupportedBox`, `.weakParameters`, `.excessiveParameters`,
    ///   `.secondFactorMismatch` for what the header alone shows; `.outOfMemory`; `.cannotOpen` for everything else.
    package static func open(
        _ box: [UInt8], passphrase: borrowing SecretBytes, associatedData: [UInt8],
        secondFactor: borrowing SecretBytes? = nil, limits: PasswordHash.Limits = .standard
    ) throws(SodiumError) -> SecretBytes {
        guard box.count >= overhead else { throw .truncatedBox(length: box.count) }
        let header = try Header(reading: box)
        try limits.check(header.parameters)
        guard header.hasSecondFactor == (secondFactor != nil) else {
            throw .secondFactorMismatch(wanted: header.hasSecondFactor)
        }
        let key = try key(header, passphrase: passphrase, secondFactor: secondFactor)
        return try AEAD.decrypt(
            box[Header.length...], associatedData: header.bytes + associatedData, nonce: header.nonce, key: key)
    }

    private static func key(
        _ header: Header, passphrase: borrowing SecretBytes, secondFactor: borrowing SecretBytes?
    ) throws(SodiumError) -> SecretBytes {
        let stretched = try PasswordHash.derive(
            secret: passphrase, salt: header.salt, parameters: header.parameters, length: AEAD.keyLength)
        switch secondFactor {
        case .none: return stretched
        case .some(let factor): return try mix(factor, into: stretched)
        }
    }

    private static func mix(_ factor: borrowing SecretBytes, into stretched: borrowing SecretBytes)
        throws(SodiumError) -> SecretBytes
    {
        let label = Array("coldstar second factor".utf8)
        let message = try SecretBytes(count: label.count + factor.count) { (buffer) throws(SodiumError) in
            buffer.copyBytes(from: label)
            factor.withBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[label.count...]).copyMemory(from: $0) }
        }
        let mixed = try message.withBytes { (message) throws(SodiumError) in
            try stretched.withBytes { (key) throws(SodiumError) in
                try HMACSHA512.authenticate(message, key: key)
            }
        }
        return try mixed.prefix(AEAD.keyLength)
    }
}
