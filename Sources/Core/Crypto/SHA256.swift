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
