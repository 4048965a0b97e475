// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar

/// A secret key as text, `S…`, decoded and encoded within guarded memory.
///
/// - Source: SEP-23: base32 of a version byte, 32 bytes and their CRC16-XMODEM in little-endian order.
enum SeedText {
    /// Length of a secret key in characters.
    static let length = 56
    private static let version: UInt8 = 18 << 3

    /// Decodes the 32-byte seed.
    ///
    /// - Throws: `.malformedSeed`, `.sodium`.
    static func decode(_ text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes {
        guard text.count == length else { throw .malformedSeed }
        var packed = try guarded { () throws(SodiumError) in
            try SecretBytes(count: Base32.decodedCount(length))
        }
        let isWhole = packed.withMutableBytes { packed in
            (try? Base32.decode(text, into: packed)) == packed.count && isSealed(UnsafeRawBufferPointer(packed))
        }
        guard isWhole else { throw .malformedSeed }
        return try guarded { () throws(SodiumError) in
            try packed.withBytes { (packed) throws(SodiumError) in
                try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: packed[1..<33]))
            }
        }
    }

    /// Encodes a 32-byte seed as text.
    static func encode(_ seed: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        let packed = try SecretBytes(count: 35) { (packed) throws(SodiumError) in
            packed[0] = version
            seed.withBytes { UnsafeMutableRawBufferPointer(rebasing: packed[1..<33]).copyMemory(from: $0) }
            let checksum = CRC16.checksum(packed[..<33])
            packed[33] = UInt8(checksum & 0xff)
            packed[34] = UInt8(checksum >> 8)
        }
        return try SecretBytes(count: length) { (text) throws(SodiumError) in
            _ = packed.withBytes { Base32.encode($0, into: text) }
        }
    }

    private static func isSealed(_ packed: UnsafeRawBufferPointer) -> Bool {
        let checksum = CRC16.checksum(packed[..<33])
        return packed[0] == version && packed[33] == UInt8(checksum & 0xff) && packed[34] == UInt8(checksum >> 8)
    }
}
