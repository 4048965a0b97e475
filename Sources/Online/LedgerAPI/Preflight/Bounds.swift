// SPDX-License-Identifier: Apache-2.0

/// A number known exactly or only within bounds. It has 128 bits, so that no sum of amounts overflows.
struct Bounds: Hashable, ExpressibleByIntegerLiteral {
    var low: Int128
    var high: Int128

    init(_ value: Int128) { self.init(value, value) }

    init(_ low: Int128, _ high: Int128) {
        self.low = low
        self.high = high
    }

    init(integerLiteral value: Int64) { self.init(Int128(value)) }

    var isExact: Bool { low == high }

    /// The bounds raised to at least, or lowered to at most, a value.
    func atLeast(_ least: Int128) -> Bounds { Bounds(max(low, least), max(high, least)) }
    func atMost(_ most: Int128) -> Bounds { Bounds(min(low, most), min(high, most)) }

    static func + (a: Bounds, b: Bounds) -> Bounds { Bounds(a.low + b.low, a.high + b.high) }
    static func - (a: Bounds, b: Bounds) -> Bounds { Bounds(a.low - b.high, a.high - b.low) }
    static func += (a: inout Bounds, b: Bounds) { a = a + b }
    static func -= (a: inout Bounds, b: Bounds) { a = a - b }
}
