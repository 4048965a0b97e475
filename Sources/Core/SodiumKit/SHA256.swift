// SPDX-License-Identifier: Apache-2.0
import CSodium

/// SHA-256, at once or piece by piece.
///
/// - Source: FIPS 180-4.
package struct SHA256 {
    /// Bytes in a hash.
    package static let length = 32

    private var state = crypto_hash_sha256_state()

    /// The hash of nothing yet; feed it with `update`.
    package init() {
        crypto_hash_sha256_init(&state)
    }

    /// Takes in further bytes.
    package mutating func update(_ bytes: [UInt8]) {
        crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
    }

    /// Takes in further bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_hash_sha256_update(&state, bytes.octets, UInt64(bytes.count))
    }

    /// The hash of all that was taken in, 32 bytes.
    package consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, filled in
            crypto_hash_sha256_final(&state, UnsafeMutableRawBufferPointer(buffer).octets)
            filled = Self.length
        }
    }

    /// The hash of some bytes, 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// The hash of some bytes, 32 bytes.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            hash(bytes, into: UnsafeMutableRawBufferPointer(buffer))
            filled = length
        }
    }

    /// Writes the hash of some bytes over the first 32 of `output`, which must have room; for hashes that are secret.
    package static func hash(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        precondition(output.count >= length, "the buffer has room for the hash")
        crypto_hash_sha256(
            output.octets, bytes.octets,
            UInt64(bytes.count))
    }
}
