// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR
import Workspace

/// The sum and number of payments for each source and asset, in the order of the file.
package struct BatchTotals: Sendable {
    package struct Total: Sendable {
        package let source: MuxedAccount
        package let asset: Asset
        /// Stroops; wider than an amount, because many amounts are added up.
        package fileprivate(set) var sum: Int128 = 0
        package fileprivate(set) var count = 0
    }

    package private(set) var totals: [Total] = []

    package init(_ rows: [BatchRow]) {
        struct Kind: Hashable {
            let source: MuxedAccount
            let asset: Asset
        }
        var places: [Kind: Int] = [:]
        for row in rows {
            let kind = Kind(source: row.source, asset: row.asset)
            let place = places[kind] ?? totals.count
            if place == totals.count {
                places[kind] = place
                totals.append(Total(source: row.source, asset: row.asset))
            }
            totals[place].sum += Int128(row.amount.stroops)
            totals[place].count += 1
        }
    }

    /// A fact for each total.
    package var notices: [Notice] {
        let isOneSource = Set(totals.map(\.source)).count <= 1
        return totals.map { total in
            let source = isOneSource ? "" : " from \(total.source.address)"
            return .fact(
                .total,
                "\(Amount.text(ofSum: total.sum)) \(total.asset.text) in \(total.count) "
                    + "payment\(total.count == 1 ? "" : "s")\(source)")
        }
    }
}
