// SPDX-License-Identifier: Apache-2.0

import Markup
import Stellar
import Testing

@testable import Desk

/// The pictures: well-formed, with labels that can be read.
struct ChartTests {
    private static let start: UInt64 = 1_790_000_000
    private static let hostile = "\u{0}</title><script>alert(1)</script>&\"'\u{202e}\u{ffff}\u{1b}[31m"

    /// Whether no two labels overlap and none leaves the picture, by an upper estimate of their widths.
    private func areReadable(_ picture: ParsedPicture, width: Double = ChartFrame.width) -> Bool {
        let boxes = picture.labels.map { label in
            let size = ChartText.width(label.text)
            let left = label.anchor == "end" ? label.x - size : label.anchor == "middle" ? label.x - size / 2 : label.x
            return (left: left, right: left + size, top: label.y - ChartText.size, bottom: label.y)
        }
        for (index, box) in boxes.enumerated() {
            guard box.left >= -0.1, box.right <= width + 0.1, box.top >= -3 else { return false }
            for other in boxes.dropFirst(index + 1) {
                let isApart =
                    box.right <= other.left || other.right <= box.left || box.bottom <= other.top + 1
                    || other.bottom <= box.top + 1
                if !isApart { return false }
            }
        }
        return true
    }

    // MARK: balances

    private static let balances: [[BalanceChart.Point]] = [
        [.init(seconds: start, stroops: 0)],
        [.init(seconds: 0, stroops: .max)],
        [.init(seconds: start, stroops: 5), .init(seconds: start, stroops: 7), .init(seconds: start, stroops: 6)],
        [.init(seconds: start, stroops: .max), .init(seconds: start + 86_400, stroops: .max - 1)],
        [.init(seconds: start, stroops: -50_000_000), .init(seconds: start + 3600, stroops: 50_000_000)],
        [.init(seconds: 1, stroops: 1), .init(seconds: .max, stroops: .max)],
        [.init(seconds: start + 9, stroops: 2), .init(seconds: start, stroops: 10_000_000_000)],
        (0..<5000).map { number in
            let lumens: Int64 = Int64(number) * 7919 % 1000
            return BalanceChart.Point(seconds: start + UInt64(number) * 50_000, stroops: lumens * 10_000_000)
        },
    ]

    @Test(arguments: balances) func `a balance is a line that only goes on in time`(points: [BalanceChart.Point]) throws
    {
        let last = points.map(\.seconds).max() ?? 0
        for end in [0, last, last == .max ? last : last + 86_400] {
            let svg = try #require(BalanceChart.picture(points, id: "b", title: Self.hostile, until: end))
            #expect(svg.markup.utf8.count < 25_000)
            let picture = try #require(ParsedPicture(svg.markup))
            #expect(areReadable(picture))
            let line = try #require(picture.shapes.first { $0.attributes["class"] == "line" }?.attributes["d"])
            #expect(!line.contains("nan") && !line.contains("inf"))
            let places = line.split(separator: "H").dropFirst().compactMap {
                Double($0.prefix { $0 != "V" })
            }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(places.last == ChartFrame.width - 6)
        }
    }

    @Test func `a balance without points is not drawn`() {
        #expect(BalanceChart.picture([], id: "b", title: "", until: 5) == nil)
    }

    @Test func `hostile text stays text`() throws {
        let svg = try #require(BalanceChart.picture(Self.balances[0], id: "b", title: Self.hostile, until: 0))
        let picture = try #require(ParsedPicture(svg.markup))
        #expect(picture.title == "\u{fffd}</title><script>alert(1)</script>&\"'\u{202e}\u{fffd}\u{fffd}[31m")
        #expect(!picture.shapes.contains { $0.name == "script" })
    }

    @Test func `a screen reader is told the extremes`() throws {
        let balances: [(after: UInt64, lumens: Int64)] = [(0, 30), (10, 90), (20, 10), (30, 50)]
        let points = balances.map {
            BalanceChart.Point(seconds: Self.start + $0.after, stroops: $0.lumens * 10_000_000)
        }
        let svg = try #require(BalanceChart.picture(points, id: "b", title: "Balance", until: 0))
        let picture = try #require(ParsedPicture(svg.markup))
        #expect(
            picture.summary
                == "From 30 on 2026-09-21 14:13 UTC to 50 on 2026-09-21 14:13 UTC; lowest 10, highest 90.")
    }

    @Test func `thinning keeps the extremes and the order`() {
        let points = (0..<9000).map { (x: Double($0) / 30, y: Double(($0 * 7919) % 997)) }
        let kept = BalanceChart.thinned(points)
        #expect(kept.count <= 4 * 151)
        #expect(kept.map(\.y).min() == points.map(\.y).min() && kept.map(\.y).max() == points.map(\.y).max())
        #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.x <= $1.x })
        #expect(kept.first?.x == points.first?.x && kept.last?.x == points.last?.x)
        #expect(BalanceChart.thinned(Array(points.prefix(300))).count == 300)
    }

    // MARK: payments

    @Test(arguments: [0, 3600, 86_400, 5 * 86_400, 40 * 86_400, 900 * 86_400] as [UInt64])
    func `payments are summed by the shortest unit that fits, and none is lost`(step: UInt64) throws {
        let movements = (0..<30).map {
            PaymentChart.Movement(seconds: Self.start + UInt64($0) * step, received: Int128($0), sent: 1)
        }
        let (unit, periods) = PaymentChart.periods(movements.shuffled())
        #expect(periods.count <= (unit == .year ? 30 : 16))
        #expect(zip(periods, periods.dropFirst()).allSatisfy { unit.next(after: $0.start) == $1.start })
        if unit != .year {
            #expect(periods.reduce(0) { $0 + $1.received } == 435 && periods.reduce(0) { $0 + $1.sent } == 30)
        }
        let svg = try #require(PaymentChart.picture(periods, by: unit, id: "p", title: Self.hostile))
        let picture = try #require(ParsedPicture(svg.markup))
        #expect(areReadable(picture))
    }

    @Test func `payments received are above the axis and payments sent below it`() throws {
        let large = Int128(1_000_000_000_000_000) * 10_000_000
        let periods = [PaymentChart.Period(start: Self.start, received: large, sent: 1)]
        let svg = try #require(PaymentChart.picture(periods, by: .day, id: "p", title: ""))
        let picture = try #require(ParsedPicture(svg.markup))
        func bar(_ name: String) throws -> (top: Double, height: Double) {
            // The first of a class is in the legend.
            let shape = try #require(picture.shapes.last { $0.attributes["class"] == name })
            return (Double(shape.attributes["y"] ?? "") ?? .nan, Double(shape.attributes["height"] ?? "") ?? .nan)
        }
        let (received, sent) = (try bar("bar-in"), try bar("bar-out"))
        #expect(abs(received.top + received.height - sent.top) < 0.2)
        #expect(received.height > 50 && sent.height >= 1)
        #expect(areReadable(picture))
    }

    @Test func `no payments are not drawn`() {
        #expect(PaymentChart.periods([]).periods.isEmpty)
        #expect(PaymentChart.picture([], by: .day, id: "p", title: "") == nil)
    }

    // MARK: totals

    @Test func `totals have their labels and exact amounts, the largest first`() throws {
        let totals: [BatchCharts.Total] = [
            ("bob", "1", 10_000_000), (Self.hostile + String(repeating: "W", count: 200), "922337203685.4775807", .max),
            ("nothing", "0", 0), ("back", "-922337203685.4775808", .min),
            ("\u{2603}" + String(repeating: "\u{1f600}", count: 60), "0.0000001", 1),
        ]
        let chart = BatchCharts.totals(totals, title: "Total by recipient", column: "Recipient", id: "t")
        #expect(
            chart.rows.map { $0[1].text } == [
                "-922337203685.4775808", "922337203685.4775807", "1", "0.0000001", "0",
            ])
        let svg = try #require(chart.svg)
        let picture = try #require(ParsedPicture(svg.markup))
        #expect(areReadable(picture))
        #expect(picture.labels.contains { $0.text == "922337203685.4775807" })
        #expect(picture.shapes.count { $0.name == "rect" } == 4)
    }

    @Test func `many totals are cut, and the chart says so`() throws {
        let totals: [BatchCharts.Total] = (1...500).map { ("recipient \($0)", "\($0)", Int64($0)) }
        let chart = BatchCharts.totals(totals, title: "T", column: "C", id: "t")
        #expect(chart.caption == "The largest 12 of 500 are drawn.")
        #expect(chart.rows.count == 100 && chart.more == "400 more are not in this table.")
        #expect(chart.svg?.markup.contains(">recipient 500<") == true)
        #expect(BatchCharts.totals([], title: "T", column: "C", id: "t").svg == nil)
    }

    @Test func `a chart is a figure with its numbers in a table`() {
        let chart = BatchCharts.totals(
            [("<b>", "1 & 2", 1)], title: "Total <by> asset", column: "Asset", caption: "\"x\"", id: "t")
        let page = chart.html.markup
        #expect(page.contains("<figcaption>Total &lt;by&gt; asset</figcaption><svg "))
        #expect(page.contains("<td>&lt;b&gt;</td><td class=\"number\">1 &amp; 2</td>"))
        #expect(!page.contains("<b>"))
    }
}
