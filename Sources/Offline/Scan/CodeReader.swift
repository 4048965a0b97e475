// SPDX-License-Identifier: Apache-2.0

import CZBar

/// Finds QR codes in pictures: libzbar behind the image pyramid.
package struct CodeReader: ~Copyable {
    private let scanner: OpaquePointer

    /// Nil when there is no memory for it.
    package init?() {
        guard let scanner = zbar_image_scanner_create() else { return nil }
        self.scanner = scanner
        // Other bar codes are never wanted, and each is a decoder more. What a code holds is taken as bytes: zbar would guess a
        // character set.
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    }

    deinit { zbar_image_scanner_destroy(scanner) }

    /// What the codes in a picture hold, from the first of its forms in which there are any; none when there is no code.
    package func read(_ pyramid: ImagePyramid) -> [[UInt8]] {
        for image in pyramid {
            let found = codes(in: image)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// What the codes of one form of a picture hold, each once.
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

    /// The four letters "Y800": 8 bits of luminance for each pixel.
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
