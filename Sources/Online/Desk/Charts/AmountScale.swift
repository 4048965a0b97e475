// SPDX-License-Identifier: Apache-2.0

/// An axis of amounts: a few round numbers that enclose all values.
struct AmountScale: Hashable, Sendable {
    /// At least two, increasing, in stroops.
    let ticks: [Int128]
    /// One for each tick.
    let labels: [String]

    /// Larger values are drawn as if they were this large.
    private static let limit: Int128 = 1_000_000_000_000_000_000_000_000_000_000_000_000
    /// An axis that shows a smaller part of its values would need labels of many digits.
    private static let resolution: Int128 = 10_000_000

    /// - Parameter most: the largest number of ticks, at least 3.
    init(from low: Int128, to high: Int128, most: Int = 5) {
        var low = Swift.max(-Self.limit, Swift.min(low, high, Self.limit))
        var high = Swift.min(Self.limit, Swift.max(low, high))
        if low == high { (low, high) = low == 0 ? (0, 10_000_000) : (Swift.min(0, low), Swift.max(0, high)) }
        let largest = Int128(Swift.max(low.magnitude, high.magnitude))
        var step: Int128 = 1
        var isFirstDigit = 0
        while true {
            let start = Self.floor(low, step)
            let count = (Self.ceiling(high, step) - start) / step + 1
            if count <= most, step >= largest / Self.resolution {
                ticks = (0..<count).map { start + $0 * step }
                break
            }
            // 1, 2, 5, 10, 20, ...
            step = isFirstDigit == 1 ? step / 2 * 5 : step * 2
            isFirstDigit = (isFirstDigit + 1) % 3
        }
        labels = ChartText.labels(ticks)
    }

    private static func floor(_ value: Int128, _ step: Int128) -> Int128 {
        let rest = value % step
        return rest < 0 ? value - rest - step : value - rest
    }

    private static func ceiling(_ value: Int128, _ step: Int128) -> Int128 { -floor(-value, step) }

    /// The width of the widest label.
    var labelWidth: Double { labels.map(ChartText.width).max() ?? 0 }

    /// Where a value is between the first and the last tick, from 0 to 1.
    func share(_ value: Int128) -> Double {
        guard let first = ticks.first, let last = ticks.last, last > first else { return 0 }
        return Swift.min(
            1, Swift.max(0, Double(Swift.min(Self.limit, Swift.max(-Self.limit, value)) - first) / Double(last - first))
        )
    }
}
