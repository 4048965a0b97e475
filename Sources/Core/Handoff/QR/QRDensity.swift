// SPDX-License-Identifier: Apache-2.0

/// The amount of data in one code of a loop: bytes per fragment.
package struct QRDensity: Hashable, Comparable, Sendable {
    package let bytes: Int

    /// About 60 bytes: version 6 to 7, for a poor camera or a small terminal.
    package static let low = QRDensity(60)
    /// About 150 bytes: version 10 to 11, which a usual webcam reads.
    package static let normal = QRDensity(UREncoder.usualFragment)
    /// About 300 bytes: version 14 to 15, for a good camera.
    package static let high = QRDensity(300)
    package static let presets = [low, normal, high]

    /// The valid number of bytes: from a code of version 3 to one of version 27.
    package static let range = 10...1000

    /// Parses `low`, `normal`, `high`, or a number of bytes in `range`.
    package init?(_ text: String) {
        switch text {
        case "low": self = .low
        case "normal": self = .normal
        case "high": self = .high
        default:
            guard let bytes = Int(text), Self.range.contains(bytes) else { return nil }
            self.bytes = bytes
        }
    }

    init(_ bytes: Int) {
        precondition(Self.range.contains(bytes), "no such density")
        self.bytes = bytes
    }

    /// The longest message that is not split: a loop of two codes is worse than one code.
    var longestWhole: Int { bytes * 2 }

    package static func < (left: QRDensity, right: QRDensity) -> Bool { left.bytes < right.bytes }
}
