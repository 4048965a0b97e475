// SPDX-License-Identifier: Apache-2.0

/// The forms of a picture in which codes are looked for, the likeliest first.
///
/// The reader of codes wants squares of three pixels and more, sharp edges, and dark on light. A photo may have squares of thirty
/// pixels with the camera's noise in them, or of two; a screenshot may be of a dark theme.
package struct ImagePyramid: Sequence, Sendable {
    /// A size, in quarters of the picture's, and whether light and dark are exchanged.
    package struct Level: Hashable, Sendable {
        let quarters: Int
        let isInverted: Bool
    }

    private let image: GrayImage
    private let levels: [Level]

    /// Forms larger than this on their long side are not made, except for the picture itself.
    static let longestMade = 2400
    /// Below this there is no code.
    static let shortestMade = 40

    package init(_ image: GrayImage) {
        self.init(image, levels: Self.levels(longSide: image.longSide))
    }

    private init(_ image: GrayImage, levels: [Level]) {
        self.image = image
        self.levels = levels
    }

    /// Two of the forms, other ones for each frame: a camera shows the same again a moment later, and must not be kept waiting.
    package static func frame(_ image: GrayImage, number: Int) -> ImagePyramid {
        let all = levels(longSide: image.longSide)
        guard all.count > 2 else { return ImagePyramid(image, levels: all) }
        return ImagePyramid(image, levels: [all[0], all[1 + number % (all.count - 1)]])
    }

    /// For a picture of this size: itself, smaller, larger; a very large one first in a handier size.
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
