// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Scan

struct ImagePyramidTests {
    @Test(arguments: [1, 39, 40, 100, 500, 1000, 2400, 2401, 5000, 32_000])
    func `contains the original size and no other level over the size limit`(side: Int) {
        let levels = ImagePyramid.levels(longSide: side)
        #expect(
            levels.contains { $0.quarters == 4 && !$0.isInverted }
                && levels.contains { $0.quarters == 4 && $0.isInverted })
        #expect(Set(levels).count == levels.count)
        #expect(levels.allSatisfy { $0.quarters == 4 || side * $0.quarters / 4 <= ImagePyramid.longestMade })
    }

    @Test func `starts with the original size, or with half of a very large image`() {
        #expect(ImagePyramid.levels(longSide: 800)[0] == ImagePyramid.Level(quarters: 4, isInverted: false))
        #expect(ImagePyramid.levels(longSide: 4000)[0] == ImagePyramid.Level(quarters: 2, isInverted: false))
    }

    @Test func `successive camera frames cover all levels, two per frame`() {
        let image = GrayImage(width: 64, height: 48, pixels: Array(repeating: 7, count: 64 * 48))
        let all = Array(ImagePyramid(image))
        let seen = (0..<all.count).flatMap { Array(ImagePyramid.frame(image, number: $0)) }
        #expect(Set(seen) == Set(all) && seen.count == 2 * all.count)
    }

    @Test func `halving an image averages four pixels`() {
        let image = GrayImage(width: 5, height: 2, pixels: [0, 10, 255, 255, 1, 20, 30, 255, 255, 2])
        #expect(image.halved == GrayImage(width: 2, height: 1, pixels: [15, 255]))
        #expect(GrayImage(width: 1, height: 9, pixels: Array(repeating: 0, count: 9)).halved == nil)
    }

    @Test func `scaling keeps a uniform image uniform and an edge monotonic`() {
        for quarters in [1, 3, 6, 8, 12] {
            let even = GrayImage(width: 7, height: 3, pixels: Array(repeating: 200, count: 21)).scaled(
                quarters: quarters)
            #expect(even.pixels.allSatisfy { $0 == 200 } && even.width == 7 * quarters / 4)
        }
        let edge = GrayImage(width: 2, height: 1, pixels: [0, 200]).scaled(quarters: 16)
        #expect(
            edge.pixels.first == 0 && edge.pixels.last == 200
                && edge.pixels.prefix(8).elementsEqual(edge.pixels.prefix(8).sorted()))
    }
}
