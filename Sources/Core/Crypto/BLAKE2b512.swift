// SPDX-License-Identifier: Apache-2.0

import CSodium

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
