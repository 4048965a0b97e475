// SPDX-License-Identifier: Apache-2.0

import CPNG

/// PNG decoding with libpng's simplified API, which converts every variant to 8-bit grey and returns errors as results.
enum PNGImage {
    /// The picture with transparent pixels in white, so that a code on a transparent background is dark on light.
    static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        guard let image = try decode(bytes, background: 255, ifTransparent: false) else {
            throw .damaged(format: "PNG", reason: "no picture")
        }
        return image
    }

    /// The picture with transparent pixels in black: a code of a dark theme may be white, or have its dark modules left out. Nil for a
    /// picture without transparency.
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
