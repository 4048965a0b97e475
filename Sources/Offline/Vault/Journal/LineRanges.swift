// SPDX-License-Identifier: Apache-2.0

import Codec

/// A set of line numbers, stored as ascending ranges.
package struct LineRanges: Hashable, Sendable {
    package private(set) var ranges: [ClosedRange<Int>] = []
    /// Maximum number of ranges in a seal. Beyond it the oldest ranges are merged, so that the lines between them count as unproven too.
    private static let most = 400

    package init() {}

    package var isEmpty: Bool { ranges.isEmpty }

    /// The number of lines.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func contains(_ line: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < line { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(line)
    }

    /// Adds a line that follows all lines in the set.
    mutating func append(_ line: Int) {
        if let last = ranges.last, last.upperBound >= line - 1 {
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, line)
        } else {
            ranges.append(line...line)
        }
        guard ranges.count > Self.most else { return }
        ranges.replaceSubrange(0...1, with: [ranges[0].lowerBound...ranges[1].upperBound])
    }

    func filter(_ isKept: (Int) -> Bool) -> LineRanges {
        var kept = LineRanges()
        for line in ranges.joined() where isKept(line) { kept.append(line) }
        return kept
    }

    var json: JSON { .array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) }) }

    /// - Parameter last: the highest valid line number.
    init(_ fields: JSON, _ key: String, upTo last: Int) throws(JSONError) {
        var before = 0
        for pair in try fields.array(key) {
            guard let bounds = pair.asArray, bounds.count == 2, let first = bounds[0].asInteger(Int.self),
                let end = bounds[1].asInteger(Int.self), before < first, first <= end, end <= last,
                ranges.count < Self.most
            else { throw .wrongType(field: key, expected: "ranges of lines in ascending order") }
            ranges.append(first...end)
            before = end
        }
    }
}
