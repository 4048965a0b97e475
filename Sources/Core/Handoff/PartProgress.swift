// SPDX-License-Identifier: Apache-2.0

/// The progress of a multi-part message. It states what has arrived, not how long the rest may take.
package struct PartProgress: Hashable, Sendable {
    /// The number of fragments in the message.
    package let expected: Int
    /// The number of distinct parts received, including mixed ones.
    package let received: Int
    /// Numbers, from 1, of the fragments that are not yet known.
    package let missing: [Int]

    /// The number of mixed parts that will give a fragment each once enough others are known.
    package let mixed: Int

    package init(expected: Int, received: Int, missing: [Int], mixed: Int = 0) {
        self.expected = expected
        self.received = received
        self.missing = missing
        self.mixed = mixed
    }

    /// The number of fragments known, from their own parts or recovered from mixed ones.
    package var known: Int { expected - missing.count }

    /// A description such as "7 of 24 parts, missing 3, 9-24".
    package var text: String {
        guard !missing.isEmpty else { return "all \(expected) parts" }
        let more = mixed > 0 ? " and \(mixed) mixed ones" : ""
        return "\(known) of \(expected) parts\(more), missing \(ranges)"
    }

    private static let mostRanges = 8

    private var ranges: String {
        var found: [ClosedRange<Int>] = []
        for number in missing {
            if let last = found.last, last.upperBound + 1 == number {
                found[found.count - 1] = last.lowerBound...number
            } else {
                found.append(number...number)
            }
        }
        let texts = found.prefix(Self.mostRanges).map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        return texts.joined(separator: ", ") + (found.count > Self.mostRanges ? ", ..." : "")
    }
}
