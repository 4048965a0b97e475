// SPDX-License-Identifier: Apache-2.0

import CPNG

/// PNG decoding with libpng's simplified API, which converts every variant to 8-bit grey and returns errors as results.
enum PNGImage {
    static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        // libpng keeps a pointer to the bytes between the calls.
        try bytes.withUnsafeBufferPointer { source throws(ImageError) in
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
                throw damage(image)
            }
            let (width, height) = (Int(image.width), Int(image.height))
            try ImageFile.check(width: width, height: height)
            image.format = UInt32(PNG_FORMAT_GRAY)
            // Transparent pixels become white, so that a code on a transparent background is dark on light.
            var background = png_color(red: 255, green: 255, blue: 255)
            var pixels = [UInt8](repeating: 255, count: width * height)
            guard png_image_finish_read(&image, &background, &pixels, 0, nil) != 0 else { throw damage(image) }
            return GrayImage(width: width, height: height, pixels: pixels)
        }
    }

    private static func damage(_ image: png_image) -> ImageError {
        let reason = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .damaged(format: "PNG", reason: reason)
    }
}
