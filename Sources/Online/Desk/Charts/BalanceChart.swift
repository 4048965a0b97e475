// SPDX-License-Identifier: Apache-2.0

import Markup
import Stellar
import StellarXDR
import Submitting

/// A balance over time, as a line with steps.
enum BalanceChart {
    struct Point: Hashable, Sendable {
        let seconds: UInt64
        let stroops: Int64
    }

    /// The figure of a balance.
    ///
    /// - Parameters:
    ///   - subject: the account's name or short address.
    ///   - now: until when the last balance is known to have lasted, in seconds since 1970.
    ///   - most: how many rows the table has.
    static func view(
        _ line: BalanceHistory.Line, transactions: Int, subject: String, id: String, now: UInt64, most: Int
    ) -> ChartView {
        let points = line.points.map { Point(seconds: $0.time.seconds, stroops: $0.balance.stroops) }
        let code = line.asset.code
        let since = points.first.map { CalendarUnit.minute($0.seconds) } ?? ""
        let source = "Calculated back from the present balance through the last \(counted(transactions, "transaction"))"
        let beginning =
            switch line.beginning {
            case .creation: "\(source), to the creation of the account on \(since) UTC."
            case .notFetched: "\(source), to \(since) UTC: earlier ones were not fetched."
            case .undetermined:
                "\(source), to \(since) UTC: the ledger does not say how much the transaction of that time changed the balance."
            }
        let rows = zip(points, [nil] + points.map(\.stroops)).reversed().map { point, before in
            let change = before.map { Int128(point.stroops) - Int128($0) }
            return [
                CalendarUnit.minute(point.seconds), change.map { ($0 > 0 ? "+" : "") + ChartText.amount($0) } ?? "",
                Amount(stroops: point.stroops).text,
            ]
        }
        return ChartView(
            title: "Balance in \(code)", subject: subject, caption: beginning,
            svg: picture(points, id: id, title: "Balance of \(subject) in \(code)", until: now),
            columns: ["Time (UTC)", "Change", "Balance"], numbers: [1, 2], rows: rows, most: most)
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// The picture; nil without points.
    ///
    /// - Parameters:
    ///   - points: the oldest first; each balance lasts until the next point.
    ///   - end: until when the last balance lasts.
    static func picture(_ points: [Point], id: String, title: String, until end: UInt64) -> HTML? {
        let points = points.sorted { $0.seconds < $1.seconds }
        guard let first = points.first, let last = points.last else { return nil }
        let (low, high) = (points.map(\.stroops).min() ?? 0, points.map(\.stroops).max() ?? 0)
        // From zero, unless the changes would not be visible then.
        let isZoomed = low > 0 && Int128(high) - Int128(low) < Int128(high) / 4 && low < high
        let amounts = AmountScale(from: isZoomed ? Int128(low) : Int128(min(0, low)), to: Int128(max(0, high)))
        let times = TimeScale(from: first.seconds, to: max(last.seconds, end))
        let frame = ChartFrame(amounts)
        let steps = thinned(points.map { (frame.x(times.share($0.seconds)), frame.y(Int128($0.stroops))) })
        var path = ""
        for (index, point) in steps.enumerated() {
            let (x, y) = (ChartSVG.number(point.x), ChartSVG.number(point.y))
            path += index == 0 ? "M\(x) \(y)" : "H\(x)V\(y)"
        }
        path += "H\(ChartSVG.number(frame.right))"
        let start = ChartSVG.number(frame.x(times.share(first.seconds)))
        let ground = ChartSVG.number(frame.y(0))
        let dots = [steps.first, (frame.right, frame.y(Int128(last.stroops)))].compactMap(\.self)
        let labels = times.ticks.map { (x: frame.x(times.share($0.seconds)), text: $0.label) }
        let description =
            "From \(Amount(stroops: first.stroops).text) on \(CalendarUnit.minute(first.seconds)) UTC to "
            + "\(Amount(stroops: last.stroops).text) on \(CalendarUnit.minute(max(last.seconds, end))) UTC; "
            + "lowest \(Amount(stroops: low).text), highest \(Amount(stroops: high).text)."
        return ChartSVG.picture(
            id: id, width: ChartFrame.width, height: ChartFrame.height, title: title, description: description
        ) {
            frame.amounts
            frame.times(labels)
            if !isZoomed { ChartSVG.path("\(path)V\(ground)H\(start)Z", class: "area") }
            ChartSVG.path(path, class: "line")
            for dot in dots { ChartSVG.dot(x: dot.x, y: dot.y) }
        }
    }

    /// The points that can be told apart: of those in one column of two units, the first, the lowest, the highest and
    /// the last.
    static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        guard points.count > 300 else { return points }
        var kept: [(x: Double, y: Double)] = []
        var column: [(x: Double, y: Double)] = []
        func flush() {
            guard let low = column.indices.min(by: { column[$0].y < column[$1].y }),
                let high = column.indices.max(by: { column[$0].y < column[$1].y })
            else { return }
            for index in Set([0, low, high, column.count - 1]).sorted() { kept.append(column[index]) }
            column = []
        }
        for point in points {
            if let first = column.first, Int(first.x / 2) != Int(point.x / 2) { flush() }
            column.append(point)
        }
        flush()
        return kept
    }
}
