// SPDX-License-Identifier: Apache-2.0

/// Picture files, recognised by their first bytes; dimensions are checked before memory is allocated.
package enum ImageFile {
    /// Maximum size of a picture in bytes.
    package static let mostBytes = 64 << 20
    /// Maximum number of pixels: accepts a phone's 50 million, rejects a decompression bomb of 65500 x 65500.
    package static let mostPixels = 64_000_000
    /// Maximum length of a side in pixels; no photo or screen is larger.
    static let longestSide = 32_000

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    static let jpegSignature: [UInt8] = [0xff, 0xd8, 0xff]

    /// Decodes a file into a greyscale picture.
    package static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= mostBytes else { throw .tooLong(limit: mostBytes) }
        if bytes.starts(with: pngSignature) { return try PNGImage.decode(bytes) }
        if bytes.starts(with: jpegSignature) { return try JPEGImage.decode(bytes) }
        throw .unknownFormat
    }

    /// Decodes a file that can be understood in two ways, in the less usual one: transparent pixels are black, or the
    /// inks of a picture for printing are counted from the other end.
    ///
    /// - Returns: nil for other pictures.
    package static func decodeOtherwise(_ bytes: [UInt8]) throws(ImageError) -> GrayImage? {
        if bytes.starts(with: pngSignature) { return try PNGImage.decodeOnBlack(bytes) }
        if bytes.starts(with: jpegSignature) { return try JPEGImage.decodeInksFromZero(bytes) }
        return nil
    }

    static func check(width: Int, height: Int) throws(ImageError) {
        guard width > 0, height > 0, max(width, height) <= longestSide, width * height <= mostPixels else {
            throw .tooManyPixels(width: width, height: height, limit: mostPixels)
        }
    }
}

/// Why a file cannot be decoded as a picture.
package enum ImageError: Error, Hashable {
    case empty
    /// Neither PNG nor JPEG.
    case unknownFormat
    /// The header declares more than `limit` pixels, or a side longer than `ImageFile.longestSide`.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The decoder's reason, which may contain bytes of the picture.
    case damaged(format: String, reason: String)
    /// The picture ends before it is whole.
    case truncated(format: String)
    /// The picture exceeds the limit in bytes.
    case tooLong(limit: Int)

    /// Text for the end of an error line. It crosses a pipe first; the process that reads it escapes it.
    package var message: String {
        switch self {
        case .empty: "there is nothing in it"
        case .unknownFormat: "it is neither a PNG nor a JPEG picture"
        case .tooManyPixels(let width, let height, let limit):
            "a picture of \(width) x \(height) pixels, where at most \(limit / 1_000_000) million are taken"
        case .damaged(let format, let reason): "a damaged \(format) picture: \(reason)"
        case .truncated(let format): "a \(format) picture that ends too early"
        case .tooLong(let limit): "a picture of more than \(limit >> 20) MiB"
        }
    }
}
