// SPDX-License-Identifier: Apache-2.0

import CZBar

/// Finds QR codes in pictures, with libzbar and the image pyramid.
package struct CodeReader: ~Copyable {
    private let scanner: OpaquePointer

    /// Creates a reader; nil if there is not enough memory.
    package init?() {
        guard let scanner = zbar_image_scanner_create() else { return nil }
        self.scanner = scanner
        // Disable other bar codes: they are not used, and each adds a decoder. Binary mode, because zbar would
        // otherwise guess a character set.
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    }

    deinit { zbar_image_scanner_destroy(scanner) }

    /// The contents of the codes in a picture file; empty if none is found.
    package func read(file bytes: [UInt8]) throws(ImageError) -> [[UInt8]] {
        let found = read(ImagePyramid(try ImageFile.decode(bytes)))
        guard found.isEmpty, let other = try ImageFile.decodeOtherwise(bytes) else { return found }
        return read(ImagePyramid(other))
    }

    /// The contents of the codes in a picture, from the first pyramid level that has any; empty if none is found.
    package func read(_ pyramid: ImagePyramid) -> [[UInt8]] {
        for image in pyramid {
            let found = codes(in: image)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The contents of the codes in one image, without duplicates.
    package func codes(in image: GrayImage) -> [[UInt8]] {
        guard let subject = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(subject) }
        return image.pixels.withUnsafeBufferPointer { pixels in
            zbar_image_set_format(subject, Self.luminance)
            zbar_image_set_size(subject, UInt32(image.width), UInt32(image.height))
            zbar_image_set_data(subject, pixels.baseAddress, UInt(pixels.count), nil)
            guard zbar_scan_image(scanner, subject) > 0 else { return [] }
            return Self.contents(of: subject)
        }
    }

    /// The FourCC "Y800": 8 bits of luminance per pixel.
    private static let luminance: UInt = 0x3030_3859

    private static func contents(of subject: OpaquePointer) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var symbol = zbar_image_first_symbol(subject)
        while let current = symbol {
            if zbar_symbol_get_type(current) == ZBAR_QRCODE, let data = zbar_symbol_get_data(current) {
                let bytes = UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(current)))
                if !found.contains(where: { $0.elementsEqual(bytes) }) { found.append(Array(bytes)) }
            }
            symbol = zbar_symbol_next(current)
        }
        return found
    }
}
