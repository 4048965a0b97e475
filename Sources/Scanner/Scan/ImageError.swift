// SPDX-License-Identifier: Apache-2.0

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
