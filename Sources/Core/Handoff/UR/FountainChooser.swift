// SPDX-License-Identifier: Apache-2.0

/// Selects the fragments of a message that a part mixes, by the part's number.
///
/// - Source: BCR-2024-001 §Fragment chooser.
package struct FountainChooser: Sendable {
    private let count: Int
    private let checksum: UInt32
    private let degrees: FountainDegrees

    /// - Parameters:
    ///   - count: fragments of the message, at least one.
    ///   - checksum: CRC-32 of the message.
    package init(count: Int, checksum: UInt32) {
        self.count = count
        self.checksum = checksum
        degrees = FountainDegrees(count: count)
    }

    /// - Parameter number: from 1; the first parts are the fragments one by one.
    package func fragments(of number: UInt32) -> FragmentSet {
        var chosen = FragmentSet(capacity: count)
        guard number > UInt32(count) else {
            chosen.insert(Int(number) - 1)
            return chosen
        }
        var random = FountainRandom(seed: number.bigEndianBytes + checksum.bigEndianBytes)
        let degree = degrees.draw(&random) + 1
        var remaining = Array(0..<count)
        for _ in 0..<degree { chosen.insert(remaining.remove(at: random.next(below: remaining.count))) }
        return chosen
    }
}
