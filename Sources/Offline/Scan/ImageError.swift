// SPDX-License-Identifier: Apache-2.0

/// Why a file is no picture that codes are looked for in.
package enum ImageError: Error, Hashable {
    case empty
    /// Neither PNG nor JPEG.
    case unknownFormat
    /// The picture says that it is larger than `limit` pixels, or has a side longer than the longest.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The decoder's reason; bytes of the picture may have got into it.
    case damaged(format: String, reason: String)
    /// The picture ends before it is whole.
    case truncated(format: String)
    /// More bytes than a picture may have.
    case tooLong(limit: Int)

    /// What is wrong, in words for the end of an error line. They cross a pipe first: whoever reads them there escapes them.
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
