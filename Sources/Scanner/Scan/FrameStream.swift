// SPDX-License-Identifier: Apache-2.0

import Codec

/// Frames that another program sends through a pipe, as PNG or JPEG pictures one after the other: a camera elsewhere.
package struct FrameStream: VideoDevice {
    package let format = VideoFormat(encoding: .motionJPEG, width: 0, height: 0, bytesPerRow: 0)
    private var pictures: ImageStream

    /// - Parameter descriptor: to read from. It must not be that of standard input, which the decoder does not have.
    package init(descriptor: Int32) {
        pictures = ImageStream {
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &part, part.count)
                if count < 0 && errno == EINTR { continue }
                return Array(part.prefix(max(0, count)))
            }
        }
    }

    /// Nil also where something follows that is not a picture: the rest cannot be told apart.
    package mutating func frame() throws(CameraError) -> [UInt8]? {
        do throws(ImageError) { return try pictures.next() } catch { return nil }
    }
}
