// SPDX-License-Identifier: Apache-2.0

/// CRC16-XMODEM, the checksum of every Stellar key text.
///
/// - Source: SEP-23: polynomial 0x1021, start 0, nothing reflected.
enum CRC16 {
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt16 {
        bytes.reduce(0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte) << 8) { rest, _ in
                rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x1021
            }
        }
    }
}
