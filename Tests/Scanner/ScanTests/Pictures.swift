// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG

@testable import Handoff
@testable import Scan

/// Test images.
enum Pictures {
    /// A QR code drawn with modules of `square` pixels.
    static func code(_ text: String, square: Int = 4, dark: UInt8 = 0, light: UInt8 = 255) throws -> GrayImage {
        let code = try QRCode(text)
        let side = (code.size + 2 * QRCode.quietZone) * square
        var pixels = [UInt8](repeating: light, count: side * side)
        for y in 0..<side {
            for x in 0..<side {
                let (row, column) = (y / square - QRCode.quietZone, x / square - QRCode.quietZone)
                guard (0..<code.size).contains(row), (0..<code.size).contains(column), code[row, column] else {
                    continue
                }
                pixels[y * side + x] = dark
            }
        }
        return GrayImage(width: side, height: side, pixels: pixels)
    }

    static func jpeg(_ image: GrayImage, quality: Int32 = 70) throws -> [UInt8] {
        try jpeg(image.pixels, image, TJPF_GRAY, TJSAMP_GRAY, quality)
    }

    /// A JPEG for printing: black ink only, with the other inks as a value says.
    ///
    /// - Parameter isFromZero: whether no ink is 0, and not 255.
    static func jpegOfInks(_ image: GrayImage, isFromZero: Bool) throws -> [UInt8] {
        let none: UInt8 = isFromZero ? 0 : 255
        let inks = image.pixels.flatMap { [none, none, none, isFromZero ? 255 - $0 : $0] }
        return try jpeg(inks, image, TJPF_CMYK, TJSAMP_444, 70)
    }

    private static func jpeg(
        _ pixels: [UInt8], _ image: GrayImage, _ format: TJPF, _ sampling: TJSAMP, _ quality: Int32
    ) throws -> [UInt8] {
        struct NoJPEG: Error {}
        guard let encoder = tjInitCompress() else { throw NoJPEG() }
        defer { tjDestroy(encoder) }
        var made: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        defer { tjFree(made) }
        let result = tjCompress2(
            encoder, pixels, Int32(image.width), 0, Int32(image.height), Int32(format.rawValue), &made, &length,
            Int32(sampling.rawValue), quality, 0)
        guard result == 0, let made else { throw NoJPEG() }
        return Array(UnsafeBufferPointer(start: made, count: Int(length)))
    }

    /// The start of a PNG whose header declares these sides.
    static func header(width: UInt32, height: UInt32) -> [UInt8] {
        ImageFile.pngSignature + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x01])
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + named + bigEndian(CRC32.checksum(named))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    struct NoReader: Error {}

    static func contents(_ image: GrayImage) throws -> [String] {
        guard let reader = CodeReader() else { throw NoReader() }
        return reader.read(ImagePyramid(image)).map { String(decoding: $0, as: UTF8.self) }
    }
}
