// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The market of the practice network: fixed prices between assets, with unlimited supply.
package struct ExchangeRates: Hashable, Sendable {
    /// The amount of an asset that one unit of another buys, as a fraction.
    package struct Rate: Hashable, Sendable {
        package let numerator: UInt64
        package let denominator: UInt64

        /// Nil when either is zero.
        package init?(_ numerator: UInt64, _ denominator: UInt64) {
            guard numerator > 0, denominator > 0 else { return nil }
            self.numerator = numerator
            self.denominator = denominator
        }

        /// The stroops bought for `sold` stroops, rounded down, possibly to 0; nil if they exceed an amount's maximum.
        func bought(for sold: Int64) -> Int64? {
            let product = UInt128(sold.magnitude) * UInt128(numerator)
            return Int64(exactly: product / UInt128(denominator))
        }

        /// The stroops to be paid for `bought` stroops, rounded up; nil if they exceed an amount's maximum.
        func sold(for bought: Int64) -> Int64? {
            let product = UInt128(bought.magnitude) * UInt128(denominator)
            let divisor = UInt128(numerator)
            return Int64(exactly: (product + divisor - 1) / divisor)
        }

        var inverse: Rate { Rate(swapping: self) }

        private init(swapping other: Rate) {
            numerator = other.denominator
            denominator = other.numerator
        }
    }

    private struct Pair: Hashable {
        let from: Asset
        let to: Asset
    }

    private var rates: [Pair: Rate] = [:]
    /// The assets for which each asset can be exchanged, in the order in which the rates were set.
    private var targets: [Asset: [Asset]] = [:]

    package init() {}

    /// Sets a rate, and its inverse for the opposite direction unless that already has one.
    package mutating func set(from: Asset, to: Asset, _ rate: Rate) {
        put(Pair(from: from, to: to), rate)
        if rates[Pair(from: to, to: from)] == nil { put(Pair(from: to, to: from), rate.inverse) }
    }

    private mutating func put(_ pair: Pair, _ rate: Rate) {
        if rates.updateValue(rate, forKey: pair) == nil { targets[pair.from, default: []].append(pair.to) }
    }

    subscript(_ from: Asset, _ to: Asset) -> Rate? { rates[Pair(from: from, to: to)] }

    /// The assets for which an asset can be exchanged directly.
    func targets(of asset: Asset) -> [Asset] { targets[asset] ?? [] }
}
