// SPDX-License-Identifier: Apache-2.0

import CSodium

/// SHA-256, in one call or incrementally.
///
/// - Source: FIPS 180-4.
package struct SHA256 {
    /// Bytes in a hash.
    package static let length = 32

    private var state = crypto_hash_sha256_state()

    /// Starts an incremental hash; feed it with `update`.
    package init() {
        crypto_hash_sha256_init(&state)
    }

    /// Adds bytes to the hash.
    package mutating func update(_ bytes: [UInt8]) {
        crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
    }

    /// Adds bytes to the hash.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_hash_sha256_update(&state, bytes.octets, UInt64(bytes.count))
    }

    /// The hash of all bytes added, 32 bytes.
    package consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, filled in
            crypto_hash_sha256_final(&state, UnsafeMutableRawBufferPointer(buffer).octets)
            filled = Self.length
        }
    }

    /// The hash of `bytes`, 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// The hash of `bytes`, 32 bytes.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            hash(bytes, into: UnsafeMutableRawBufferPointer(buffer))
            filled = length
        }
    }

    /// Writes a hash into the first 32 bytes of `output`, which must have room; for secret hashes.
    package static func hash(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        precondition(output.count >= length, "the buffer has room for the hash")
        crypto_hash_sha256(
            output.octets, bytes.octets,
            UInt64(bytes.count))
    }
}

/// HMAC-SHA512, and PBKDF2 with it, for secrets: every intermediate value stays in guarded memory.
///
/// - Source: RFC 2104, RFC 8018 §5.2.
package enum HMACSHA512 {
    /// Bytes in an authenticator.
    package static let length = 64

    /// The authenticator of `message` under a key of any length, 64 bytes.
    ///
    /// - Throws: `.outOfMemory`.
    package static func authenticate(_ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer)
        throws(SodiumError) -> SecretBytes
    {
        let keyed = try KeyedState(key: key)
        return try SecretBytes(count: length) { (output) throws(SodiumError) in
            try keyed.authenticate(message, into: output)
        }
    }

    /// Derives a key of `length` bytes from a password.
    ///
    /// - Parameter rounds: at least 1; BIP-39 uses 2048.
    /// - Throws: `.outOfMemory`.
    package static func pbkdf2(
        password: borrowing SecretBytes, salt: UnsafeRawBufferPointer, rounds: Int, length wanted: Int
    ) throws(SodiumError) -> SecretBytes {
        precondition(rounds >= 1 && wanted >= 1, "PBKDF2 does at least one round and gives at least one byte")
        let keyed = try password.withBytes { (key) throws(SodiumError) in try KeyedState(key: key) }
        let blocks = (wanted + length - 1) / length
        let whole = try SecretBytes(count: blocks * length) { (output) throws(SodiumError) in
            for block in 0..<blocks {
                let place = UnsafeMutableRawBufferPointer(rebasing: output[block * length..<(block + 1) * length])
                try derive(block: UInt32(block + 1), keyed: keyed, salt: salt, rounds: rounds, into: place)
            }
        }
        return try whole.prefix(wanted)
    }

    /// One block of PBKDF2: U₁ ⊕ U₂ ⊕ … ⊕ U_rounds.
    private static func derive(
        block: UInt32, keyed: borrowing KeyedState, salt: UnsafeRawBufferPointer, rounds: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(SodiumError) {
        let first = try SecretBytes(count: salt.count + 4) { (buffer) throws(SodiumError) in
            buffer.copyMemory(from: salt)
            buffer.storeBytes(of: block.bigEndian, toByteOffset: salt.count, as: UInt32.self)
        }
        try first.withBytes { (bytes) throws(SodiumError) in try keyed.authenticate(bytes, into: output) }
        var round = try SecretBytes(copying: UnsafeRawBufferPointer(output))
        try round.withMutableBytes { (round) throws(SodiumError) in
            try keyed.iterate(round, rounds: rounds - 1, mixingInto: output)
        }
    }
}

/// BLAKE2b with 64 bytes of output and no key, as `b2sum` prints it.
///
/// - Source: RFC 7693.
package enum BLAKE2b512 {
    /// Bytes in a hash.
    package static let length = 64

    /// The hash of `bytes`, 64 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: length)
        let status = crypto_generichash_blake2b(&hash, length, bytes, UInt64(bytes.count), nil, 0)
        precondition(status == 0, "fails for lengths that BLAKE2b does not have")
        return hash
    }
}
