// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

@testable import Scan

/// A recording in place of a camera.
private struct Recording: VideoDevice {
    let format: VideoFormat
    var frames: [[UInt8]]

    mutating func frame() throws(CameraError) -> [UInt8]? { frames.isEmpty ? nil : frames.removeFirst() }
}

struct VideoTests {
    private let text = "UR:COLDSTAR-RESPONSE/ABLEACIDALSO"

    /// The frame that a camera delivers for this image.
    private func frame(_ image: GrayImage, _ encoding: VideoFormat.Encoding, rest: Int) throws -> [UInt8] {
        let rows = (0..<image.height).map { Array(image.pixels[$0 * image.width..<($0 + 1) * image.width]) }
        let gap = [UInt8](repeating: 99, count: rest)
        switch encoding {
        case .grey: return rows.flatMap { $0 + gap }
        case .planar420, .semiplanar420:
            return rows.flatMap { $0 + gap } + Array(repeating: 128, count: image.pixels.count / 2)
        case .yuyv: return rows.flatMap { row in row.flatMap { [$0, 128] } + gap }
        case .motionJPEG, .jpeg: return try Pictures.jpeg(image)
        }
    }

    @Test(arguments: VideoFormat.Encoding.allCases)
    func `reads a code from recorded frames in every format`(encoding: VideoFormat.Encoding) throws {
        let image = try Pictures.code(text)
        let step = encoding == .yuyv ? 2 : 1
        let format = VideoFormat(
            encoding: encoding, width: image.width, height: image.height, bytesPerRow: image.width * step + 6)
        let blank = GrayImage(width: image.width, height: image.height, pixels: image.pixels.map { _ in 200 })
        var device: any VideoDevice = Recording(
            format: format, frames: [try frame(blank, encoding, rest: 6), try frame(image, encoding, rest: 6)])
        guard let reader = CodeReader() else { throw Pictures.NoReader() }
        var found: [String] = []
        while let frame = try device.frame() {
            let pyramid = ImagePyramid.frame(try device.format.picture(frame), number: 0)
            found += reader.read(pyramid).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found == [text])
    }

    @Test(arguments: VideoFormat.Encoding.allCases)
    func `rejects a frame that is too short`(encoding: VideoFormat.Encoding) throws {
        let format = VideoFormat(encoding: encoding, width: 64, height: 48, bytesPerRow: 0)
        for count in [0, 1, 64, 64 * 47] {
            #expect(throws: ImageError.self) { try format.picture(Array(repeating: 0x42, count: count)) }
        }
    }

    @Test(arguments: [(0, 48, 0), (64, 0, 0), (100_000, 100_000, 0), (64, 48, 1 << 40), (64, 48, -5)])
    func `rejects impossible frame sizes and ignores a negative row length`(width: Int, height: Int, row: Int) {
        let format = VideoFormat(encoding: .grey, width: width, height: height, bytesPerRow: row)
        let picture = try? format.picture(Array(repeating: 1, count: 64 * 48))
        #expect(picture == nil || row == -5)
    }

    @Test func `formats map to their V4L2 codes`() {
        #expect(VideoFormat.Encoding.yuyv.fourCC == 0x5659_5559)
        #expect(VideoFormat.Encoding(fourCC: 0x4745_504a) == .jpeg)
        #expect(VideoFormat.Encoding(fourCC: 0) == nil)
    }

    #if os(Linux)
        @Test(arguments: ["/dev/null", "/dev/zero", "/dev/no-such-camera", "/etc/hostname", "/tmp", "a\0b"])
        func `rejects a path that is not a camera`(path: String) {
            #expect(throws: CameraError.self) { try V4L2Device(path: path) }
        }
    #endif
}
