// SPDX-License-Identifier: Apache-2.0

/// A QR code as a PNG file: one bit per pixel, black on white, stored without compression.
///
/// - Source: PNG (ISO/IEC 15948) §11; RFC 1950 and RFC 1951 §3.2.4 for the stored blocks.
package enum PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let storedBlockLimit = 65_535

    /// The bytes of the file, including the quiet zone.
    ///
    /// - Parameter scale: pixels per side of a module.
    package static func encode(_ code: QRCode, scale: Int = 8) -> [UInt8] {
        precondition(scale > 0, "a module has at least one pixel")
        let side = UInt32((code.size + 2 * QRCode.quietZone) * scale)
        let oneBitGrey: [UInt8] = [1, 0, 0, 0, 0]
        return signature
            + chunk("IHDR", side.bigEndianBytes + side.bigEndianBytes + oneBitGrey)
            + chunk("IDAT", zlib(scanLines(code, scale)))
            + chunk("IEND", [])
    }

    /// Each row of pixels, preceded by the byte for "no filter"; a set bit is white.
    private static func scanLines(_ code: QRCode, _ scale: Int) -> [UInt8] {
        let range = -QRCode.quietZone..<code.size + QRCode.quietZone
        return range.flatMap { row in
            let pixels = range.flatMap { column in repeatElement(!code[row, column], count: scale) }
            return Array(repeatElement([0] + packed(pixels), count: scale).joined())
        }
    }

    private static func packed(_ pixels: [Bool]) -> [UInt8] {
        stride(from: 0, to: pixels.count, by: 8).map { start in
            (0..<8).reduce(0) { byte, bit in
                let isSet = start + bit < pixels.count && pixels[start + bit]
                return byte << 1 | (isSet ? 1 : 0)
            }
        }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return UInt32(data.count).bigEndianBytes + body + CRC32.checksum(body).bigEndianBytes
    }

    /// The bytes in stored blocks, between zlib's header and checksum.
    private static func zlib(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: storedBlockLimit) {
            let block = data[start..<min(start + storedBlockLimit, data.count)]
            let length = UInt16(block.count)
            let isLast: UInt8 = block.endIndex == data.count ? 1 : 0
            stream += [isLast] + littleEndian(length) + littleEndian(~length) + block
        }
        return stream + adler32(data).bigEndianBytes
    }

    private static func littleEndian(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func adler32(_ data: [UInt8]) -> UInt32 {
        let (low, high) = data.reduce((1 as UInt32, 0 as UInt32)) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return high << 16 | low
    }
}
