// SPDX-License-Identifier: Apache-2.0

/// A greyscale picture: rows from top to bottom, one byte per pixel, 0 is black.
package struct GrayImage: Hashable, Sendable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    /// - Parameter pixels: `width * height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "a picture is a full rectangle")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    package var longSide: Int { max(width, height) }

    /// The picture with light and dark inverted, for codes drawn light on dark.
    package var inverted: GrayImage { GrayImage(width: width, height: height, pixels: pixels.map { ~$0 }) }

    /// The picture at half the width and height, each pixel the mean of four; nil if a side would become 0.
    package var halved: GrayImage? {
        let (columns, rows) = (width / 2, height / 2)
        guard columns > 0, rows > 0 else { return nil }
        let made = [UInt8](unsafeUninitializedCapacity: columns * rows) { target, count in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    let upper = 2 * row * width
                    let lower = upper + width
                    for column in 0..<columns {
                        let place = 2 * column
                        let sum =
                            UInt32(source[upper + place]) + UInt32(source[upper + place + 1])
                            + UInt32(source[lower + place]) + UInt32(source[lower + place + 1])
                        target[row * columns + column] = UInt8(truncatingIfNeeded: (sum + 2) / 4)
                    }
                }
            }
            count = columns * rows
        }
        return GrayImage(width: columns, height: rows, pixels: made)
    }

    /// The picture scaled by bilinear interpolation.
    ///
    /// - Parameter quarters: the scale in quarters: 6 is one and a half times as wide and high.
    package func scaled(quarters: Int) -> GrayImage {
        precondition(quarters > 0, "a picture needs a positive width and height")
        let (columns, rows) = (max(1, width * quarters / 4), max(1, height * quarters / 4))
        let across = Self.places(from: width, to: columns)
        let down = Self.places(from: height, to: rows)
        let made = [UInt8](unsafeUninitializedCapacity: columns * rows) { target, count in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    let (above, share) = down[row]
                    let upper = above * width
                    let lower = min(above + 1, height - 1) * width
                    for column in 0..<columns {
                        let (left, part) = across[column]
                        let right = min(left + 1, width - 1)
                        let top = Int(source[upper + left]) * (256 - part) + Int(source[upper + right]) * part
                        let bottom = Int(source[lower + left]) * (256 - part) + Int(source[lower + right]) * part
                        let value = (top * (256 - share) + bottom * share + 32768) >> 16
                        target[row * columns + column] = UInt8(truncatingIfNeeded: value)
                    }
                }
            }
            count = columns * rows
        }
        return GrayImage(width: columns, height: rows, pixels: made)
    }

    /// For each new position, the old position before it and the distance from it in 256ths.
    private static func places(from old: Int, to new: Int) -> [(Int, Int)] {
        (0..<new).map { place in
            let exact = max(0, ((2 * place + 1) * old * 256 / new - 256) / 2)
            return (min(exact >> 8, old - 1), exact & 255)
        }
    }
}

/// The variants of a picture that are searched for codes, most likely first.
///
/// The code reader needs modules of at least three pixels, sharp edges, and dark on light. A photo may have modules of
/// thirty pixels with camera noise, or of two; a screenshot may use a dark theme.
package struct ImagePyramid: Sequence, Sendable {
    /// A scale in quarters of the picture's size, and whether light and dark are inverted.
    package struct Level: Hashable, Sendable {
        let quarters: Int
        let isInverted: Bool
    }

    private let image: GrayImage
    private let levels: [Level]

    /// Maximum long side of a scaled variant; the picture itself may be larger.
    static let longestMade = 2400
    /// Minimum long side of a scaled variant: a smaller picture cannot hold a code.
    static let shortestMade = 40

    package init(_ image: GrayImage) {
        self.init(image, levels: Self.levels(longSide: image.longSide))
    }

    private init(_ image: GrayImage, levels: [Level]) {
        self.image = image
        self.levels = levels
    }

    /// Two variants, different ones for each frame: the camera shows the code again in the next frame, and must not be
    /// kept waiting.
    package static func frame(_ image: GrayImage, number: Int) -> ImagePyramid {
        let all = levels(longSide: image.longSide)
        guard all.count > 2 else { return ImagePyramid(image, levels: all) }
        return ImagePyramid(image, levels: [all[0], all[1 + number % (all.count - 1)]])
    }

    /// The variants for a picture of this size: original, smaller, larger. A very large picture is first scaled down.
    static func levels(longSide: Int) -> [Level] {
        let fitting = [4, 2, 8, 6, 3, 1, 12].filter { quarters in
            let side = longSide * quarters / 4
            return side >= shortestMade && side <= longestMade || quarters == 4
        }
        let sizes = longSide > longestMade ? fitting.filter { $0 != 4 } + [4] : fitting
        let plain = sizes.prefix(2).flatMap {
            [Level(quarters: $0, isInverted: false), Level(quarters: $0, isInverted: true)]
        }
        let rest = sizes.dropFirst(2)
        return plain + rest.map { Level(quarters: $0, isInverted: false) }
            + rest.map { Level(quarters: $0, isInverted: true) }
    }

    package func makeIterator() -> AnyIterator<GrayImage> {
        var made: [Int: GrayImage] = [4: image]
        var open = levels[...]
        return AnyIterator {
            guard let level = open.popFirst() else { return nil }
            let plain = made[level.quarters] ?? Self.make(image, level.quarters)
            made[level.quarters] = plain
            return level.isInverted ? plain.inverted : plain
        }
    }

    private static func make(_ image: GrayImage, _ quarters: Int) -> GrayImage {
        switch quarters {
        case 1: image.halved?.halved ?? image
        case 2: image.halved ?? image
        default: image.scaled(quarters: quarters)
        }
    }
}
