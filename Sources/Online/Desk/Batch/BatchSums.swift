// SPDX-License-Identifier: Apache-2.0

import Handoff
import Markup
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

/// Totals as horizontal bars, such as a batch's by asset or by recipient.
enum BatchCharts {
    /// A total with its text. The lengths of bars compare the stroops, so that totals in several assets compare
    /// numbers, not values.
    typealias Total = (label: String, amount: String, stroops: Int64)

    private static let width = 320.0
    private static let rowHeight = 30.0
    private static let mostBars = 12
    private static let mostRows = 100

    /// The figure of totals, the largest first.
    ///
    /// - Parameters:
    ///   - totals: each with a label, which may be anything, and the amount as it is written.
    ///   - title: such as `Total by recipient`.
    ///   - column: the heading of the labels' column, such as `Recipient`.
    ///   - id: unique on the page; letters, digits and hyphens.
    static func totals(_ totals: [Total], title: String, column: String, caption: String = "", id: String) -> ChartView
    {
        let sorted = totals.enumerated().sorted {
            $0.element.stroops.magnitude == $1.element.stroops.magnitude
                ? $0.offset < $1.offset : $0.element.stroops.magnitude > $1.element.stroops.magnitude
        }.map(\.element)
        let rest = sorted.count - mostBars
        let note = rest > 0 ? "The largest \(mostBars) of \(sorted.count) are drawn." : ""
        return ChartView(
            title: title, subject: "", caption: [caption, note].filter { !$0.isEmpty }.joined(separator: " "),
            svg: picture(Array(sorted.prefix(mostBars)), title: title, id: id),
            columns: [column, "Amount"], numbers: [1], rows: sorted.map { [$0.label, $0.amount] }, most: mostRows)
    }

    /// Nil without totals.
    static func picture(_ totals: [Total], title: String, id: String) -> HTML? {
        guard let first = totals.first else { return nil }
        let most = totals.map(\.stroops.magnitude).max() ?? 0
        let description =
            "\(totals.count) total\(totals.count == 1 ? "" : "s"); the largest is \(first.amount) for \(first.label)."
        return ChartSVG.picture(
            id: id, width: width, height: Double(totals.count) * rowHeight, title: title, description: description
        ) {
            for (index, total) in totals.enumerated() { bar(total, top: Double(index) * rowHeight, most: most) }
        }
    }

    private static func bar(_ total: Total, top: Double, most: UInt64) -> HTML {
        let amount = ChartText.fitted(total.amount, to: width * 0.6)
        let room = width - ChartText.width(amount) - 10
        let share = most == 0 ? 0 : Double(total.stroops.magnitude) / Double(most)
        return HTML {
            ChartSVG.text(ChartText.fitted(total.label, to: room), x: 0, y: top + 11)
            ChartSVG.text(amount, x: width, y: top + 11, anchor: "end", class: "value")
            ChartSVG.line(0, top + 21, width, top + 21, class: "grid")
            if total.stroops != 0 {
                ChartSVG.rectangle(
                    x: 0, y: top + 16, width: max(1, width * share), height: 9,
                    class: total.stroops < 0 ? "bar-out" : "bar-in")
            }
        }
    }
}
