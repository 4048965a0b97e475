// SPDX-License-Identifier: Apache-2.0

/// Bytes sealed under a passphrase: Argon2id derives the key, XChaCha20-Poly1305 encrypts and authenticates.
///
/// The cipher's associated data is the header followed by the caller's, so that a box can be neither altered nor moved
/// to another place. With a second factor neither passphrase nor factor opens the box alone.
///
/// - Source: `docs/spec/key-file.md` §Sealed box.
package enum SealedBox {
    /// The bytes that a box adds to its contents: header and authenticator.
    package static let overhead = Header.length + AEAD.tagLength

    /// Seals `plaintext` with a new salt and nonce, and opens the box again with the same key before it is returned.
    ///
    /// - Throws: `.weakParameters`, `.excessiveParameters`, `.outOfMemory`; `.cannotOpen` only on a faulty machine.
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
        let opened = try AEAD.decrypt(
            sealed[...], associatedData: header.bytes + associatedData, nonce: header.nonce, key: key)
        guard opened.equals(plaintext) else { throw .cannotOpen }
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

extension SealedBox {
    /// The unencrypted part of a box. It is authenticated, but only once the box has been opened.
    package struct Header: Hashable, Sendable {
        package static let length = 56
        private static let version: UInt8 = 1
        private static let argon2id: UInt8 = 1
        private static let xchacha20Poly1305: UInt8 = 1
        private static let secondFactorFlag: UInt8 = 1

        package let hasSecondFactor: Bool
        package let parameters: PasswordHash.Parameters
        let salt: [UInt8]
        let nonce: [UInt8]

        init(hasSecondFactor: Bool, parameters: PasswordHash.Parameters, salt: [UInt8], nonce: [UInt8]) {
            self.hasSecondFactor = hasSecondFactor
            self.parameters = parameters
            self.salt = salt
            self.nonce = nonce
        }

        /// Parses the first 56 bytes of a box; neither opens it nor checks its parameters.
        ///
        /// - Throws: `.truncatedBox`, `.unsupportedBox`.
        package init(reading box: some Collection<UInt8>) throws(SodiumError) {
            let bytes = Array(box.prefix(Self.length))
            guard bytes.count == Self.length else { throw .truncatedBox(length: bytes.count) }
            for (offset, wanted) in [Self.version, Self.argon2id, Self.xchacha20Poly1305].enumerated() {
                guard bytes[offset] == wanted else { throw .unsupportedBox(offset: offset, found: bytes[offset]) }
            }
            guard bytes[3] & ~Self.secondFactorFlag == 0 else { throw .unsupportedBox(offset: 3, found: bytes[3]) }
            hasSecondFactor = bytes[3] == Self.secondFactorFlag
            parameters = PasswordHash.Parameters(
                passes: UInt32(truncatingIfNeeded: Self.number(bytes[4..<8])), memory: Self.number(bytes[8..<16]))
            salt = Array(bytes[16..<32])
            nonce = Array(bytes[32..<56])
        }

        /// The encoded header, 56 bytes.
        var bytes: [UInt8] {
            [Self.version, Self.argon2id, Self.xchacha20Poly1305, hasSecondFactor ? Self.secondFactorFlag : 0]
                + Self.bigEndian(parameters.passes) + Self.bigEndian(parameters.memory) + salt + nonce
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }

        private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
    }
}
