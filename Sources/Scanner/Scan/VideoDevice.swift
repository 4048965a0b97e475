// SPDX-License-Identifier: Apache-2.0

/// A source of frames: a camera, or a recording of one.
package protocol VideoDevice {
    var format: VideoFormat { get }
    /// Waits for the next frame.
    ///
    /// - Returns: its bytes, or nil when the device has ended.
    mutating func frame() throws(CameraError) -> [UInt8]?
}
