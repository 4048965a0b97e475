// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

@testable import Scan

struct ImageStreamTests {
    private func stream(_ bytes: [UInt8], by step: Int) -> ImageStream {
        var rest = bytes[...]
        return ImageStream {
            defer { rest = rest.dropFirst(step) }
            return Array(rest.prefix(step))
        }
    }

    private func pictures() throws -> [[UInt8]] {
        let code = try Pictures.code("UR:COLDSTAR-REQUEST/ABLE")
        return [try Pictures.jpeg(code), try PNG.encode(QRCode("A")), try Pictures.jpeg(code, quality: 100)]
    }

    @Test(arguments: [1, 7, 1 << 16])
    func `splits a stream into its images`(step: Int) throws {
        let pictures = try pictures()
        var stream = stream(pictures[0] + pictures[1] + [0, 0, 0] + pictures[2], by: step)
        for picture in pictures { #expect(try stream.next() == picture) }
        #expect(try stream.next() == nil)
        #expect(try stream.next() == nil)
    }

    @Test func `rejects a stream truncated anywhere`() throws {
        for picture in try pictures().prefix(2) {
            for count in stride(from: 1, to: picture.count - 1, by: 5) {
                var stream = stream(Array(picture.prefix(count)), by: 100)
                #expect(throws: ImageError.self) { try stream.next() }
            }
        }
    }

    @Test func `rejects trailing data that is not an image`() throws {
        var stream = stream(try pictures()[0] + Array("trailer".utf8), by: 64)
        _ = try stream.next()
        #expect(throws: ImageError.unknownFormat) { try stream.next() }
    }

    @Test func `gives up on an image over the size limit`() {
        let chunk: [UInt8] = ImageFile.pngSignature + [0xff, 0xff, 0xff, 0xff] + Array("IDAT".utf8) + [0, 0, 0, 0]
        var stream = stream(chunk, by: 64)
        #expect(throws: ImageError.tooLong(limit: ImageFile.mostBytes)) { try stream.next() }
        var endless = ImageStream { Array(repeating: 0x55, count: 1 << 20) }
        #expect(throws: ImageError.unknownFormat) { try endless.next() }
        var begun = false
        var data = ImageStream {
            defer { begun = true }
            return begun ? Array(repeating: 0x55, count: 1 << 20) : [0xff, 0xd8, 0xff, 0xda, 0, 2]
        }
        #expect(throws: ImageError.tooLong(limit: ImageFile.mostBytes)) { try data.next() }
    }
}
