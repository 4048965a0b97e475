// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG

/// JPEG decoding with TurboJPEG, which returns errors as results.
enum JPEGImage {
    static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        guard let decoder = tjInitDecompress() else { throw .damaged(format: "JPEG", reason: "no memory") }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let length = UInt(bytes.count)
        guard tjDecompressHeader3(decoder, bytes, length, &width, &height, &sampling, &space) == 0 else {
            throw damage(decoder)
        }
        try ImageFile.check(width: Int(width), height: Int(height))
        // A progressive picture may require any number of passes over its pixels: TJFLAG_LIMITSCANS limits them.
        var pixels = [UInt8](repeating: 255, count: Int(width) * Int(height))
        let result = tjDecompress2(
            decoder, bytes, length, &pixels, width, 0, height, Int32(TJPF_GRAY.rawValue), TJFLAG_LIMITSCANS)
        // Some cameras write pictures with an extra byte, so warnings are ignored. A seriously damaged picture has no readable code.
        guard result == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else { throw damage(decoder) }
        return GrayImage(width: Int(width), height: Int(height), pixels: pixels)
    }

    private static func damage(_ decoder: tjhandle) -> ImageError {
        .damaged(format: "JPEG", reason: tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown")
    }
}
