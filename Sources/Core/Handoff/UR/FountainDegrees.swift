// SPDX-License-Identifier: Apache-2.0

/// The number of fragments that a fountain part mixes: a weighted draw by the alias method (Walker, in Vose's form).
///
/// - Source: BCR-2024-001 §Degree. The order in which the tables are filled determines the draws, so it is fixed.
package struct FountainDegrees: Sendable {
    private let odds: [Double]
    private let aliases: [Int]

    /// The weights of a message in `count` fragments: 1/1, 1/2, … 1/count for 1, 2, … count fragments.
    package init(count: Int) { self.init(weights: (1...count).map { 1 / Double($0) }) }

    /// - Precondition: at least one weight, all above zero.
    package init(weights: [Double]) {
        let total = weights.reduce(0, +)
        var odds = weights.map { $0 * Double(weights.count) / total }
        var aliases = Array(repeating: 0, count: weights.count)
        var small = odds.indices.reversed().filter { odds[$0] < 1 }
        var large = odds.indices.reversed().filter { odds[$0] >= 1 }
        while let low = small.last, let high = large.last {
            small.removeLast()
            large.removeLast()
            aliases[low] = high
            odds[high] += odds[low] - 1
            if odds[high] < 1 { small.append(high) } else { large.append(high) }
        }
        // The remaining odds are 1 except for rounding.
        for index in large + small { odds[index] = 1 }
        self.odds = odds
        self.aliases = aliases
    }

    /// The index, from 0, of the weight drawn.
    package func draw(_ random: inout FountainRandom) -> Int {
        let first = random.nextFraction()
        let second = random.nextFraction()
        let index = min(Int(first * Double(odds.count)), odds.count - 1)
        return second < odds[index] ? index : aliases[index]
    }
}
