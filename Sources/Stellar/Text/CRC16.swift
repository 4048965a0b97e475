// SPDX-License-Identifier: Apache-2.0

/// CRC-16/XMODEM: polynomial 0x1021, start 0; the checksum inside every address (SEP-23).
package enum CRC16 {
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var sum: UInt16 = 0
        for byte in bytes {
            sum ^= UInt16(byte) << 8
            for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
        }
        return sum
    }
}
