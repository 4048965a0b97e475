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

/// One exchange of a path payment. Amounts are stroops.
struct Exchange: Hashable {
    let from: Asset
    let sold: Int64
    let to: Asset
    let bought: Int64
}

extension ExchangeRates {
    /// A path from one asset to another, with the amounts sent and received, in stroops.
    package struct Path: Hashable, Sendable {
        package let source: Asset
        package let sourceAmount: Int64
        package let destination: Asset
        package let destinationAmount: Int64
        package let between: [Asset]
    }

    /// The exchanges made by selling `amount` along `assets`, first to last; nil if one has no rate.
    ///
    /// An exchange that yields 0 ends the path with 0, even if a later exchange has no rate, as in stellar-core.
    func selling(_ amount: Int64, along assets: [Asset]) -> [Exchange]? {
        var amount = amount
        var exchanges: [Exchange] = []
        for (from, to) in zip(assets, assets.dropFirst()) where from != to {
            guard amount > 0 else { return exchanges }
            guard let bought = self[from, to]?.bought(for: amount) else { return nil }
            exchanges.append(Exchange(from: from, sold: amount, to: to, bought: bought))
            amount = bought
        }
        return exchanges
    }

    /// The exchanges that yield `amount` of the last of `assets`, first to last.
    func buying(_ amount: Int64, along assets: [Asset]) -> [Exchange]? {
        var amount = amount
        var exchanges: [Exchange] = []
        for (from, to) in zip(assets, assets.dropFirst()).reversed() where from != to {
            guard let sold = self[from, to]?.sold(for: amount) else { return nil }
            exchanges.insert(Exchange(from: from, sold: sold, to: to, bought: amount), at: 0)
            amount = sold
        }
        return exchanges
    }

    /// The direct path between two assets and the paths with one asset in between, for an amount that is sold
    /// (`strictSend`) or bought.
    package func paths(from: Asset, to: Asset, amount: Int64, strictSend: Bool) -> [Path] {
        let isDirect = from == to || self[from, to] != nil
        let stops = targets(of: from).filter { $0 != to && self[$0, to] != nil }
        let ways: [[Asset]] = (isDirect ? [[]] : []) + (from == to ? [] : stops.map { [$0] })
        return ways.compactMap { between in
            let way = [from] + between + [to]
            guard let changes = strictSend ? selling(amount, along: way) : buying(amount, along: way) else {
                return nil
            }
            let arriving = changes.last?.bought ?? amount
            guard arriving > 0 else { return nil }
            return Path(
                source: from, sourceAmount: changes.first?.sold ?? amount, destination: to,
                destinationAmount: arriving, between: between)
        }
    }
}
