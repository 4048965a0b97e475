// SPDX-License-Identifier: Apache-2.0

import SodiumKit

/// The key that SwiftBasicPay derives from a PIN: PBKDF2 with HMAC-SHA256, the salt "stellar", 4096 rounds, 32 bytes.
///
/// - Source: RFC 8018 §5.2, RFC 2104. 32 bytes are one block.
enum PBKDF2 {
    private static let rounds = 4096
    private static let salt = Array("stellar".utf8)
    private static let blockLength = 64

    static func key(pin: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        let key = try shortened(pin)
        let first = try SecretBytes(count: salt.count + 4) { (bytes) throws(SodiumError) in
            for (index, byte) in (salt + [0, 0, 0, 1]).enumerated() { bytes[index] = byte }
        }
        var inner = try SecretBytes(count: blockLength + max(first.count, SHA256.length))
        var outer = try SecretBytes(count: blockLength + SHA256.length)
        fill(&inner, key, 0x36)
        fill(&outer, key, 0x5c)
        var round = try SecretBytes(count: SHA256.length)
        authenticate(first, &inner, &outer, into: &round)
        var sum = try round.copy()
        for _ in 1..<rounds {
            let before = try round.copy()
            authenticate(before, &inner, &outer, into: &round)
            round.withBytes { round in
                sum.withMutableBytes { sum in for index in sum.indices { sum[index] ^= round[index] } }
            }
        }
        return sum
    }

    /// An HMAC key longer than a block is replaced by its hash.
    private static func shortened(_ pin: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        guard pin.count > blockLength else { return try pin.copy() }
        return try SecretBytes(count: SHA256.length) { (hash) throws(SodiumError) in
            pin.withBytes { SHA256.hash($0, into: hash) }
        }
    }

    private static func fill(_ buffer: inout SecretBytes, _ key: borrowing SecretBytes, _ pad: UInt8) {
        key.withBytes { key in
            buffer.withMutableBytes { buffer in
                for index in 0..<blockLength { buffer[index] = (index < key.count ? key[index] : 0) ^ pad }
            }
        }
    }

    private static func authenticate(
        _ message: borrowing SecretBytes, _ inner: inout SecretBytes, _ outer: inout SecretBytes,
        into result: inout SecretBytes
    ) {
        let count = message.count
        message.withBytes { message in
            inner.withMutableBytes { inner in
                UnsafeMutableRawBufferPointer(rebasing: inner[blockLength..<blockLength + count])
                    .copyMemory(from: message)
            }
        }
        outer.withMutableBytes { outer in
            inner.withBytes { inner in
                SHA256.hash(
                    UnsafeRawBufferPointer(rebasing: inner[..<(blockLength + count)]),
                    into: UnsafeMutableRawBufferPointer(rebasing: outer[blockLength...]))
            }
        }
        outer.withBytes { outer in result.withMutableBytes { SHA256.hash(outer, into: $0) } }
    }
}
