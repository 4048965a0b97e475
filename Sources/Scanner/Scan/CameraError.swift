// SPDX-License-Identifier: Apache-2.0

import Codec

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
