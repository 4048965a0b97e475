// SPDX-License-Identifier: Apache-2.0

import Codec

/// Splits a stream of concatenated PNG and JPEG pictures, as video programs write into a pipe.
///
/// Parses only the outer structure, in bounded memory. Zero bytes between pictures are skipped.
package struct ImageStream {
    private let more: () -> [UInt8]
    private var buffer: [UInt8] = []
    private var hasEnded = false

    /// - Parameter more: returns the next bytes; empty at the end of the stream.
    package init(_ more: @escaping () -> [UInt8]) { self.more = more }

    /// Returns the bytes of the next picture; nil at the end of the stream.
    ///
    /// - Throws: when the next bytes are not a picture. The stream cannot be read further.
    package mutating func next() throws(ImageError) -> [UInt8]? {
        while has(1), buffer[0] == 0 { buffer = Array(buffer.drop { $0 == 0 }) }
        guard has(1) else { return nil }
        _ = has(ImageFile.pngSignature.count)
        let end: Int
        if buffer.starts(with: ImageFile.pngSignature) {
            end = try endOfPNG()
        } else if buffer.starts(with: ImageFile.jpegSignature) {
            end = try endOfJPEG()
        } else {
            throw .unknownFormat
        }
        defer { buffer.removeFirst(end) }
        return Array(buffer[..<end])
    }

    /// Reads until the buffer holds this many bytes; false if the stream ends before.
    private mutating func has(_ count: Int) -> Bool {
        while buffer.count < count, !hasEnded {
            let part = more()
            hasEnded = part.isEmpty
            buffer += part
        }
        return buffer.count >= count
    }

    private mutating func need(_ count: Int, _ format: String) throws(ImageError) {
        guard count <= ImageFile.mostBytes else { throw .tooLong(limit: ImageFile.mostBytes) }
        guard has(count) else { throw .truncated(format: format) }
    }

    /// The position after the chunk IEND. Each chunk is a length, a name, that many bytes and a checksum.
    private mutating func endOfPNG() throws(ImageError) -> Int {
        var place = ImageFile.pngSignature.count
        while true {
            try need(place + 12, "PNG")
            let length = buffer[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let isLast = buffer[place + 4..<place + 8].elementsEqual("IEND".utf8)
            try need(place + 12 + length, "PNG")
            place += 12 + length
            if isLast { return place }
        }
    }

    /// The position after the marker FF D9. All other markers except a few have a length; FF DA is followed by data in
    /// which FF comes before 00 or a number from D0 to D7.
    private mutating func endOfJPEG() throws(ImageError) -> Int {
        var place = 2
        while true {
            try need(place + 2, "JPEG")
            guard buffer[place] == 0xff else { throw .damaged(format: "JPEG", reason: "no marker where one belongs") }
            let marker = buffer[place + 1]
            switch marker {
            case 0xff: place += 1
            case 0xd9: return place + 2
            case 0x01, 0xd0...0xd8: place += 2
            default:
                try need(place + 4, "JPEG")
                let length = Int(buffer[place + 2]) << 8 | Int(buffer[place + 3])
                guard length >= 2 else { throw .damaged(format: "JPEG", reason: "a segment without a length") }
                place += 2 + length
                if marker == 0xda { place = try endOfData(from: place) }
            }
        }
    }

    private mutating func endOfData(from start: Int) throws(ImageError) -> Int {
        var place = start
        while true {
            try need(place + 2, "JPEG")
            let last = buffer.count - 1
            while place < last, buffer[place] != 0xff { place += 1 }
            guard place < last else { continue }
            switch buffer[place + 1] {
            case 0x00, 0xd0...0xd7: place += 2
            case 0xff: place += 1
            default: return place
            }
        }
    }
}

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
