// SPDX-License-Identifier: Apache-2.0

import Handoff
import Stellar
import StellarXDR
import Submitting

/// What the payments of a batch add up to, by asset and by recipient.
struct BatchSums {
    private struct Key: Hashable {
        let recipient: AccountID
        let asset: Asset
    }

    private var byAsset: [Asset: Int128] = [:]
    private var byRecipient: [Key: Int128] = [:]

    /// - Parameter requests: their payments are counted, nothing else.
    init(_ requests: [RequestDetails]) {
        for request in requests {
            for operation in request.document.envelope?.innermost.operations.elements ?? [] {
                guard case .payment(let payment) = operation.body else { continue }
                byAsset[payment.asset, default: 0] += Int128(payment.amount)
                let key = Key(recipient: payment.destination.account, asset: payment.asset)
                byRecipient[key, default: 0] += Int128(payment.amount)
            }
        }
    }

    /// A chart of the sums by asset, and one of those by recipient for each asset.
    ///
    /// - Parameter names: the user's names for accounts.
    func charts(names: [AccountID: String]) -> [ChartView] {
        let assets = byAsset.sorted { $0.key.text < $1.key.text }
        let sums = BatchCharts.totals(
            assets.map { asset, sum in Self.total(asset.text, sum) }, title: "Total by asset", column: "Asset",
            caption: assets.count > 1 ? "Numbers of different assets are not their values." : "", id: "assets")
        return [sums]
            + assets.prefix(Self.mostAssets).enumerated().map { index, asset in
                let recipients = byRecipient.filter { $0.key.asset == asset.key }
                    .map { (names[$0.key.recipient] ?? AddressText.short($0.key.recipient.address), $0.value) }
                    .sorted { ($0.1, $1.0) > ($1.1, $0.0) }
                return BatchCharts.totals(
                    recipients.map { Self.total($0, $1) },
                    title: "\(asset.key.code) by recipient", column: "Recipient",
                    caption: "\(Amount.text(ofSum: asset.value)) \(asset.key.code) in all.", id: "recipients-\(index)")
            }
    }

    private static let mostAssets = 4

    private static func total(_ label: String, _ sum: Int128) -> BatchCharts.Total {
        (label: label, amount: Amount.text(ofSum: sum), stroops: Int64(clamping: sum))
    }
}
