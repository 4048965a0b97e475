// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The sum and number of payments for each source and asset, in the order of the file.
struct BatchTotals {
    struct Total {
        let source: MuxedAccount
        let asset: Asset
        /// Stroops; wider than an amount, because many amounts are added up.
        var sum: Int128 = 0
        var count = 0
    }

    private(set) var totals: [Total] = []

    init(_ rows: [BatchRow]) {
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

    /// One line per total, for people.
    var lines: [String] {
        let isOneSource = Set(totals.map(\.source)).count <= 1
        return totals.map { total in
            let source = isOneSource ? "" : " from \(total.source.address)"
            return "total     \(Amount.text(ofSum: total.sum)) \(total.asset.text) in \(total.count) "
                + "payment\(total.count == 1 ? "" : "s")\(source)"
        }
    }
}
