// SPDX-License-Identifier: Apache-2.0

/// The variants of a picture that are searched for codes, most likely first.
///
/// The code reader needs modules of at least three pixels, sharp edges, and dark on light. A photo may have modules of thirty
/// pixels with camera noise, or of two; a screenshot may use a dark theme.
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

    /// Two variants, different ones for each frame: the camera shows the code again in the next frame, and must not be kept waiting.
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
