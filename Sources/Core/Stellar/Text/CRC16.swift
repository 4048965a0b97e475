// SPDX-License-Identifier: Apache-2.0

/// CRC-16/XMODEM: polynomial 0x1021, start 0; the checksum inside every address (SEP-23).
package enum CRC16 {
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        let table = Self.table
        return bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }
    }

    /// The effect of each leading byte on the checksum.
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
}
