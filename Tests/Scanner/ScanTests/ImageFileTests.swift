// SPDX-License-Identifier: Apache-2.0

import Handoff
import TestSupport
import Testing

@testable import Scan

struct ImageFileTests {
    private let text = "UR:COLDSTAR-RESPONSE/ABLEACID"

    @Test func `decodes a PNG to its exact pixels`() throws {
        let drawn = try Pictures.code(text, square: 8)
        #expect(try ImageFile.decode(PNG.encode(QRCode(text))) == drawn)
    }

    @Test func `decodes a JPEG to approximately its pixels`() throws {
        let drawn = try Pictures.code(text)
        let read = try ImageFile.decode(Pictures.jpeg(drawn))
        #expect(read.width == drawn.width && read.height == drawn.height)
        #expect(zip(read.pixels, drawn.pixels).allSatisfy { abs(Int($0) - Int($1)) < 100 })
    }

    @Test(arguments: [false, true]) func `reads a code in a picture of four inks, counted from either end`(
        isFromZero: Bool
    ) throws {
        let bytes = try Pictures.jpegOfInks(Pictures.code(text), isFromZero: isFromZero)
        guard let reader = CodeReader() else { throw Pictures.NoReader() }
        let codes = try reader.read(file: bytes)
        #expect(codes == [Array(text.utf8)])
        let drawn = try Pictures.code(text)
        let read = try #require(isFromZero ? try ImageFile.decodeOtherwise(bytes) : try ImageFile.decode(bytes))
        #expect(zip(read.pixels, drawn.pixels).allSatisfy { abs(Int($0) - Int($1)) < 100 })
    }

    @Test func `a picture that can be understood in one way only is not decoded otherwise`() throws {
        #expect(try ImageFile.decodeOtherwise(PNG.encode(QRCode(text))) == nil)
        #expect(try ImageFile.decodeOtherwise(Pictures.jpeg(Pictures.code(text))) == nil)
        #expect(try ImageFile.decodeOtherwise([]) == nil && ImageFile.decodeOtherwise(Array("GIF89a".utf8)) == nil)
    }

    @Test func `rejects a truncated picture of four inks in both readings`() throws {
        let whole = try Pictures.jpegOfInks(Pictures.code(text), isFromZero: true)
        for count in [3, 20, 100, whole.count / 8] {
            let bytes = Array(whole.prefix(count))
            #expect(throws: ImageError.self) { try ImageFile.decode(bytes) }
            #expect(throws: ImageError.self) { try ImageFile.decodeOtherwise(bytes) }
        }
    }

    @Test(arguments: [[], [0], Array("GIF89a".utf8), Array(repeating: 0x89, count: 100), [0xff, 0xd8]])
    func `rejects data that is neither PNG nor JPEG`(bytes: [UInt8]) {
        #expect(throws: bytes.isEmpty ? ImageError.empty : .unknownFormat) { try ImageFile.decode(bytes) }
    }

    @Test(arguments: [(60_000, 60_000), (2_000_000_000, 1), (40_000, 1), (9000, 9000)] as [(UInt32, UInt32)])
    func `rejects a PNG whose header declares too many pixels`(width: UInt32, height: UInt32) {
        #expect(throws: ImageError.self) { try ImageFile.decode(Pictures.header(width: width, height: height)) }
    }

    @Test func `reports the declared size of a PNG that is too large`() {
        #expect(throws: ImageError.tooManyPixels(width: 9000, height: 9000, limit: ImageFile.mostPixels)) {
            try ImageFile.decode(Pictures.header(width: 9000, height: 9000))
        }
    }

    @Test func `rejects a JPEG whose header declares too many pixels`() throws {
        var bytes = try Pictures.jpeg(Pictures.code(text))
        // FF C0 is followed by a length of two bytes, the depth, the height and the width.
        let place = try #require(bytes.indices.first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 })
        bytes.replaceSubrange(place + 5..<place + 9, with: [0xff, 0xdc, 0xff, 0xdc])
        #expect(throws: ImageError.tooManyPixels(width: 65500, height: 65500, limit: ImageFile.mostPixels)) {
            try ImageFile.decode(bytes)
        }
    }

    @Test func `rejects a PNG truncated anywhere`() throws {
        let whole = try PNG.encode(QRCode(text), scale: 1)
        for count in 0..<whole.count - 12 {
            #expect(throws: ImageError.self) { try ImageFile.decode(Array(whole.prefix(count))) }
        }
    }

    /// Decodes the file, and checks that an error is an `ImageError` and a picture not larger than allowed.
    private func outcome(_ bytes: [UInt8]) -> Result<GrayImage, ImageError> {
        let outcome = Result { () throws(ImageError) in try ImageFile.decode(bytes) }
        if case .success(let image) = outcome {
            #expect(image.pixels.count == image.width * image.height && image.pixels.count <= ImageFile.mostPixels)
        }
        return outcome
    }

    @Test func `a truncated JPEG is rejected or decodes to the same size`() throws {
        let drawn = try Pictures.code(text, square: 2)
        let whole = try Pictures.jpeg(drawn)
        var read = 0
        for count in 0..<whole.count {
            guard case .success(let image) = outcome(Array(whole.prefix(count))) else { continue }
            #expect(image.width == drawn.width && image.height == drawn.height)
            read += 1
        }
        // The headers alone do not decode; any prefix of the image data after them does.
        #expect(read > whole.count / 2 && read < whole.count)
    }

    @Test func `rejects most PNG files with a changed byte`() throws {
        let whole = try PNG.encode(QRCode(text), scale: 1)
        #expect(try refusals(of: whole) > whole.count / 2)
    }

    @Test func `rejects some JPEG files with a changed byte and decodes others`() throws {
        let whole = try Pictures.jpeg(Pictures.code(text, square: 2))
        let refused = try refusals(of: whole)
        #expect(refused > 0 && refused < whole.count)
    }

    /// Changes each byte in turn with a fixed seed and counts the rejected files.
    private func refusals(of whole: [UInt8]) throws -> Int {
        var generator = Seeded(7)
        var refused = 0
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
            if case .failure = outcome(bytes) { refused += 1 }
        }
        return refused
    }

    @Test func `decodes transparent pixels as white`() throws {
        // One pixel of grey with alpha, both 0, in a stored block.
        let body: [UInt8] = [0x78, 0x01, 0x01, 3, 0, 0xfc, 0xff, 0, 0, 0, 0, 3, 0, 1]
        let file =
            ImageFile.pngSignature + Pictures.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 4, 0, 0, 0])
            + Pictures.chunk("IDAT", body)
            + Pictures.chunk("IEND", [])
        #expect(try ImageFile.decode(file).pixels == [255])
    }
}
