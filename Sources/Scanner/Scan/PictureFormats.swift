// SPDX-License-Identifier: Apache-2.0

import CPNG
import CTurboJPEG
import CZBar

/// JPEG decoding with TurboJPEG, which returns errors as results.
enum JPEGImage {
    /// The picture; of one for printing, the four inks are counted as Adobe's programs do, from 255 for none.
    static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        guard let image = try decode(bytes, inksFromZero: false) else {
            throw .damaged(format: "JPEG", reason: "no picture")
        }
        return image
    }

    /// The picture with its inks counted from 0 for none, as some programs do; nil for one that is not for printing.
    static func decodeInksFromZero(_ bytes: [UInt8]) throws(ImageError) -> GrayImage? {
        try decode(bytes, inksFromZero: true)
    }

    private static func decode(_ bytes: [UInt8], inksFromZero: Bool) throws(ImageError) -> GrayImage? {
        guard let decoder = tjInitDecompress() else { throw .damaged(format: "JPEG", reason: "no memory") }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let length = UInt(bytes.count)
        guard tjDecompressHeader3(decoder, bytes, length, &width, &height, &sampling, &space) == 0 else {
            throw damage(decoder)
        }
        try ImageFile.check(width: Int(width), height: Int(height))
        // TurboJPEG converts the four inks of a picture for printing to nothing else.
        let hasInks = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == space }
        guard hasInks || !inksFromZero else { return nil }
        let count = Int(width) * Int(height)
        var pixels = [UInt8](repeating: 255, count: hasInks ? 4 * count : count)
        // A progressive picture may require any number of passes over its pixels: TJFLAG_LIMITSCANS limits them.
        let result = tjDecompress2(
            decoder, bytes, length, &pixels, width, 0, height,
            Int32((hasInks ? TJPF_CMYK : TJPF_GRAY).rawValue), TJFLAG_LIMITSCANS)
        // Some cameras write pictures with an extra byte, so warnings are ignored. A seriously damaged picture has no
        // readable code.
        guard result == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else { throw damage(decoder) }
        return GrayImage(
            width: Int(width), height: Int(height), pixels: hasInks ? luminance(pixels, inksFromZero) : pixels)
    }

    /// The luminance of pixels of four inks: the mean of what cyan, magenta and yellow leave, as far as black lets it
    /// through.
    private static func luminance(_ inks: [UInt8], _ isFromZero: Bool) -> [UInt8] {
        let mask: UInt8 = isFromZero ? 255 : 0
        return (0..<inks.count / 4).map { pixel in
            func ink(_ index: Int) -> Int { Int(inks[4 * pixel + index] ^ mask) }
            return UInt8(truncatingIfNeeded: (ink(0) + ink(1) + ink(2)) * ink(3) / (3 * 255))
        }
    }

    private static func damage(_ decoder: tjhandle) -> ImageError {
        .damaged(format: "JPEG", reason: tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown")
    }
}

/// PNG decoding with libpng's simplified API, which converts every variant to 8-bit grey and returns errors as results.
enum PNGImage {
    /// The picture with transparent pixels in white, so that a code on a transparent background is dark on light.
    static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        guard let image = try decode(bytes, background: 255, ifTransparent: false) else {
            throw .damaged(format: "PNG", reason: "no picture")
        }
        return image
    }

    /// The picture with transparent pixels in black: a code of a dark theme may be white, or have its dark modules left
    /// out. Nil for a picture without transparency.
    static func decodeOnBlack(_ bytes: [UInt8]) throws(ImageError) -> GrayImage? {
        try decode(bytes, background: 0, ifTransparent: true)
    }

    private static func decode(
        _ bytes: [UInt8], background: UInt8, ifTransparent: Bool
    ) throws(ImageError) -> GrayImage? {
        // libpng keeps a pointer to the bytes between the calls.
        try bytes.withUnsafeBufferPointer { source throws(ImageError) -> GrayImage? in
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
                throw damage(image)
            }
            let (width, height) = (Int(image.width), Int(image.height))
            try ImageFile.check(width: width, height: height)
            guard !ifTransparent || image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0 else { return nil }
            image.format = UInt32(PNG_FORMAT_GRAY)
            var behind = png_color(red: background, green: background, blue: background)
            // libpng composes onto these pixels where the picture has an alpha channel of its own.
            var pixels = [UInt8](repeating: background, count: width * height)
            guard png_image_finish_read(&image, &behind, &pixels, 0, nil) != 0 else { throw damage(image) }
            return GrayImage(width: width, height: height, pixels: pixels)
        }
    }

    private static func damage(_ image: png_image) -> ImageError {
        let reason = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .damaged(format: "PNG", reason: reason)
    }
}

/// The libraries that read pictures, with the versions that they report. libturbojpeg reports none.
package enum PictureLibraries {
    package static var versions: [(name: String, version: String?)] {
        var (major, minor, patch) = (UInt32(0), UInt32(0), UInt32(0))
        zbar_version(&major, &minor, &patch)
        let png = png_access_version_number()
        return [
            ("libzbar", "\(major).\(minor).\(patch)"), ("libpng", "\(png / 10000).\(png / 100 % 100).\(png % 100)"),
            ("libturbojpeg", nil),
        ]
    }
}
