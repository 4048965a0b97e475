// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

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
