// SPDX-License-Identifier: Apache-2.0

import Codec

/// The layout of a camera's frames.
package struct VideoFormat: Hashable, Sendable {
    package enum Encoding: String, CaseIterable, Hashable, Sendable {
        /// One byte of luminance per pixel.
        case grey = "GREY"
        /// Luminance as in `grey`, followed by colour at a quarter of the size.
        case planar420 = "YU12"
        case semiplanar420 = "NV12"
        /// Luminance and colour, interleaved.
        case yuyv = "YUYV"
        /// Each frame is a JPEG picture.
        case motionJPEG = "MJPG"
        case jpeg = "JPEG"

        /// The four letters as a V4L2 number.
        package var fourCC: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

        package init?(fourCC: UInt32) {
            guard let found = Self.allCases.first(where: { $0.fourCC == fourCC }) else { return nil }
            self = found
        }
    }

    package let encoding: Encoding
    package let width: Int
    package let height: Int
    /// Distance in bytes between the starts of two rows; not used for JPEG.
    package let bytesPerRow: Int

    package init(encoding: Encoding, width: Int, height: Int, bytesPerRow: Int) {
        self.encoding = encoding
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
    }

    /// The picture in a frame. The driver's numbers are checked like those of a file.
    package func picture(_ frame: [UInt8]) throws(ImageError) -> GrayImage {
        switch encoding {
        case .motionJPEG, .jpeg: return try ImageFile.decode(frame)
        case .grey, .planar420, .semiplanar420: return try luminance(frame, step: 1)
        case .yuyv: return try luminance(frame, step: 2)
        }
    }

    private func luminance(_ frame: [UInt8], step: Int) throws(ImageError) -> GrayImage {
        try ImageFile.check(width: width, height: height)
        let row = max(bytesPerRow, width * step)
        guard row <= 1 << 20, frame.count >= row * (height - 1) + width * step else {
            throw .truncated(format: encoding.rawValue)
        }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            frame.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    for x in 0..<width { target[y * width + x] = source[y * row + x * step] }
                }
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }
}

/// A source of frames: a camera, or a recording of one.
package protocol VideoDevice {
    var format: VideoFormat { get }
    /// Waits for the next frame.
    ///
    /// - Returns: its bytes, or nil when the device has ended.
    mutating func frame() throws(CameraError) -> [UInt8]?
}

/// Why a camera delivers no frames.
package enum CameraError: Error, Hashable {
    case notFound
    case cannotOpen(errno: Int32)
    /// Not a V4L2 device, or one that does not capture video.
    case noCamera
    /// The camera offers none of the supported formats.
    case noFormat
    /// A step in setting up or reading the stream failed.
    case stream(step: String, errno: Int32)
    /// No frame arrived for 5 seconds.
    case silent

    /// Text for the end of an error line.
    package var message: String {
        switch self {
        case .notFound: "there is no such camera"
        case .cannotOpen(let errno): "it cannot be opened: \(SystemError.text(errno))"
        case .noCamera: "it is not a camera"
        case .noFormat: "the camera has no format that is understood: grey, YUYV, NV12, YU12 or motion JPEG"
        case .stream(let step, let errno): "the camera does not \(step): \(SystemError.text(errno))"
        case .silent: "the camera gives no pictures"
        }
    }
}
