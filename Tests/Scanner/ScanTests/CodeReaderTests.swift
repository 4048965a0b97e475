// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

@testable import Scan

struct CodeReaderTests {
    private let text = "UR:COLDSTAR-REQUEST/1-9/" + String(repeating: "LPADASCFADAXCYWENBPL", count: 14)

    @Test(arguments: [1, 2, 3, 4, 7, 12, 30])
    func `reads a code at any module size`(square: Int) throws {
        #expect(try Pictures.contents(Pictures.code(text, square: square)) == [text])
    }

    @Test(arguments: [2, 4, 12])
    func `reads an inverted code`(square: Int) throws {
        #expect(try Pictures.contents(Pictures.code(text, square: square, dark: 255, light: 0)) == [text])
    }

    @Test func `reads a low-contrast code`() throws {
        #expect(try Pictures.contents(Pictures.code(text, dark: 120, light: 180)) == [text])
    }

    @Test func `returns the bytes of a code unchanged`() throws {
        let text = "web+stellar:tx?msg=gr\u{fc}n"
        #expect(try Pictures.contents(Pictures.code(text)) == [text])
    }

    @Test func `finds both of two codes in one picture`() throws {
        let (left, right) = (try Pictures.code("LEFT"), try Pictures.code("RIGHT"))
        #expect(left.height == right.height)
        var pixels: [UInt8] = []
        for y in 0..<left.height {
            for image in [left, right] { pixels += image.pixels.dropFirst(y * image.width).prefix(image.width) }
        }
        let both = GrayImage(width: left.width + right.width, height: left.height, pixels: pixels)
        #expect(try Pictures.contents(both).sorted() == ["LEFT", "RIGHT"])
    }

    @Test(arguments: [(1, 1), (1, 4000), (4000, 1), (200, 200), (39, 39)])
    func `finds no code in a blank image`(width: Int, height: Int) throws {
        for shade in [0, 128, 255] as [UInt8] {
            let blank = GrayImage(
                width: width, height: height, pixels: Array(repeating: shade, count: width * height))
            #expect(try Pictures.contents(blank).isEmpty)
        }
    }

    @Test func `finds nothing in half a code`() throws {
        let whole = try Pictures.code(text)
        let half = GrayImage(
            width: whole.width, height: whole.height / 2,
            pixels: Array(whole.pixels.prefix(whole.width * (whole.height / 2))))
        #expect(try Pictures.contents(half).isEmpty)
    }
}
