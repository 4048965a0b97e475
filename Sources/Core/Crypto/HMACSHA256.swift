// SPDX-License-Identifier: Apache-2.0

import CSodium

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
