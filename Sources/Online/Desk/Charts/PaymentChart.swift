// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Submitting

/// Payments in and out: a pair of bars for each day, week, month or year.
enum PaymentChart {
    /// What came and went at a time, in stroops; both at least zero.
    struct Movement: Hashable, Sendable {
        let seconds: UInt64
        let received: Int128
        let sent: Int128

        init(seconds: UInt64, received: Int128, sent: Int128) {
            (self.seconds, self.received, self.sent) = (seconds, received, sent)
        }

        /// Nil if the payment did not move the asset, or its amount is not known.
        init?(_ record: PaymentRecord, of account: AccountID, asset: Asset) {
            guard let moved = record.movement(of: asset.text, for: account), moved != 0 else { return nil }
            self.init(seconds: record.createdAt.seconds, received: max(0, moved), sent: max(0, -moved))
        }
    }

    /// The sums of a period.
    struct Period: Hashable, Sendable {
        let start: UInt64
        var received: Int128 = 0
        var sent: Int128 = 0
    }

    private static let mostPeriods = 16
    private static let mostYears = 30

    /// The sums by the shortest unit that makes few enough periods, empty periods included, the oldest first.
    static func periods(_ movements: [Movement]) -> (unit: CalendarUnit, periods: [Period]) {
        guard let first = movements.map(\.seconds).min(), let last = movements.map(\.seconds).max() else {
            return (.day, [])
        }
        for unit in [CalendarUnit.day, .week, .month, .year] {
            let most = unit == .year ? .max : mostPeriods
            var starts: [UInt64] = []
            var start = unit.start(of: first)
            while start <= last, starts.count <= most {
                starts.append(start)
                let next = unit.next(after: start)
                guard next > start else { break }
                start = next
            }
            guard starts.count <= most else { continue }
            var sums = Dictionary(uniqueKeysWithValues: starts.map { ($0, Period(start: $0)) })
            for movement in movements {
                let start = unit.start(of: movement.seconds)
                sums[start]?.received += movement.received
                sums[start]?.sent += movement.sent
            }
            return (unit, starts.suffix(mostYears).compactMap { sums[$0] })
        }
        return (.year, [])
    }

    /// The figure of an account's payments in one asset; nil if none moved it.
    ///
    /// - Parameters:
    ///   - payments: the latest first.
    ///   - isCut: whether there may be earlier ones: their period is incomplete, and is left out.
    static func view(
        _ payments: [PaymentRecord], of account: AccountID, asset: Asset, isCut: Bool, subject: String, id: String
    ) -> ChartView? {
        let movements = payments.compactMap { Movement($0, of: account, asset: asset) }
        var (unit, periods) = periods(movements)
        let oldest = payments.map(\.createdAt.seconds).min() ?? 0
        var since = "."
        if isCut, periods.count > 1, let first = periods.first, oldest >= first.start {
            periods.removeFirst()
            since = ", since \(CalendarUnit.date(periods[0].start))."
        } else if isCut {
            since = ", since \(CalendarUnit.minute(oldest)) UTC."
        }
        guard !periods.isEmpty else { return nil }
        let unknown = payments.count { $0.isSuccessful && $0.movement(of: asset.text, for: account) == nil }
        let caption =
            "By \(unit.rawValue) (UTC), from the last \(payments.count) payment\(payments.count == 1 ? "" : "s")\(since)"
            + (unknown > 0 ? " Without \(unknown) of unknown amount." : "")
        return ChartView(
            title: "Payments in and out, \(asset.code)", subject: subject, caption: caption,
            svg: picture(periods, by: unit, id: id, title: "Payments of \(subject) in \(asset.code)"),
            columns: [unit.heading, "In", "Out", "Difference"], numbers: [1, 2, 3],
            rows: periods.reversed().map { period in
                [
                    CalendarUnit.date(period.start), ChartText.amount(period.received), ChartText.amount(period.sent),
                    ChartText.amount(period.received - period.sent),
                ]
            }, most: 40)
    }

    /// The picture: received above the axis, sent below it; nil without periods.
    static func picture(_ periods: [Period], by unit: CalendarUnit, id: String, title: String) -> HTML? {
        guard let first = periods.first, let last = periods.last else { return nil }
        let high = periods.map(\.received).max() ?? 0
        let low = periods.map(\.sent).max() ?? 0
        let frame = ChartFrame(AmountScale(from: -low, to: high), top: 16)
        let room = (frame.right - frame.left) / Double(periods.count)
        let width = min(28, room * 0.7)
        var bars: [HTML] = []
        var labels: [(x: Double, text: String)] = []
        for (index, period) in periods.enumerated() {
            let middle = frame.left + room * (Double(index) + 0.5)
            let ground = frame.y(0)
            if period.received > 0 {
                // A small sum is visible too.
                let top = min(frame.y(period.received), ground - 1)
                bars.append(
                    ChartSVG.rectangle(
                        x: middle - width / 2, y: top, width: width, height: ground - top, class: "bar-in"))
            }
            if period.sent > 0 {
                let end = max(frame.y(-period.sent), ground + 1)
                bars.append(
                    ChartSVG.rectangle(
                        x: middle - width / 2, y: ground, width: width, height: end - ground, class: "bar-out"))
            }
            labels.append((middle, unit.label(period.start)))
        }
        let total = periods.reduce((Int128(0), Int128(0))) { ($0.0 + $1.received, $0.1 + $1.sent) }
        let description =
            "By \(unit.rawValue), from \(CalendarUnit.date(first.start)) to \(CalendarUnit.date(last.start)): "
            + "\(ChartText.amount(total.0)) received, \(ChartText.amount(total.1)) sent."
        return ChartSVG.picture(
            id: id, width: ChartFrame.width, height: ChartFrame.height, title: title, description: description
        ) {
            ChartSVG.rectangle(x: frame.left, y: 2, width: 9, height: 9, class: "bar-in")
            ChartSVG.text("in", x: frame.left + 13, y: 10)
            ChartSVG.rectangle(x: frame.left + 36, y: 2, width: 9, height: 9, class: "bar-out")
            ChartSVG.text("out", x: frame.left + 49, y: 10)
            frame.amounts
            frame.times(labels)
            for bar in bars { bar }
        }
    }
}
