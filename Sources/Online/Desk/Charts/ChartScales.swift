// SPDX-License-Identifier: Apache-2.0

import Stellar

/// An axis of amounts: a few round numbers that enclose all values.
struct AmountScale: Hashable, Sendable {
    /// At least two, increasing, in stroops.
    let ticks: [Int128]
    /// One for each tick.
    let labels: [String]

    /// Larger values are drawn as if they were this large.
    private static let limit: Int128 = 1_000_000_000_000_000_000_000_000_000_000_000_000
    /// An axis that shows a smaller part of its values would need labels of many digits.
    private static let resolution: Int128 = 10_000_000

    /// - Parameter most: the largest number of ticks, at least 3.
    init(from low: Int128, to high: Int128, most: Int = 5) {
        var low = Swift.max(-Self.limit, Swift.min(low, high, Self.limit))
        var high = Swift.min(Self.limit, Swift.max(low, high))
        if low == high { (low, high) = low == 0 ? (0, 10_000_000) : (Swift.min(0, low), Swift.max(0, high)) }
        let largest = Int128(Swift.max(low.magnitude, high.magnitude))
        var step: Int128 = 1
        var isFirstDigit = 0
        while true {
            let start = Self.floor(low, step)
            let count = (Self.ceiling(high, step) - start) / step + 1
            if count <= most, step >= largest / Self.resolution {
                ticks = (0..<count).map { start + $0 * step }
                break
            }
            // 1, 2, 5, 10, 20, ...
            step = isFirstDigit == 1 ? step / 2 * 5 : step * 2
            isFirstDigit = (isFirstDigit + 1) % 3
        }
        labels = ChartText.labels(ticks)
    }

    private static func floor(_ value: Int128, _ step: Int128) -> Int128 {
        let rest = value % step
        return rest < 0 ? value - rest - step : value - rest
    }

    private static func ceiling(_ value: Int128, _ step: Int128) -> Int128 { -floor(-value, step) }

    /// The width of the widest label.
    var labelWidth: Double { labels.map(ChartText.width).max() ?? 0 }

    /// Where a value is between the first and the last tick, from 0 to 1.
    func share(_ value: Int128) -> Double {
        guard let first = ticks.first, let last = ticks.last, last > first else { return 0 }
        return Swift.min(
            1, Swift.max(0, Double(Swift.min(Self.limit, Swift.max(-Self.limit, value)) - first) / Double(last - first))
        )
    }
}

/// An axis of time in UTC: a few round times between two.
struct TimeScale: Hashable, Sendable {
    struct Tick: Hashable, Sendable {
        let seconds: UInt64
        let label: String
    }

    let start: UInt64
    /// After the start.
    let end: UInt64
    let ticks: [Tick]

    private static let most = 4
    private static let steps: [UInt64] = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200]

    init(from start: UInt64, to end: UInt64) {
        let start = min(start, CalendarUnit.lastSecond - 60)
        let end = min(CalendarUnit.lastSecond, max(end, start + 60))
        (self.start, self.end) = (start, end)
        for step in Self.steps where (end - start) / step < UInt64(Self.most) {
            let first = (start + step - 1) / step * step
            ticks = stride(from: first, through: end, by: Int(step)).map { Tick(seconds: $0, label: Self.clock($0)) }
            return
        }
        let spans: [(CalendarUnit, [Int])] = [(.day, [1, 2]), (.week, [1, 2, 4]), (.month, [1, 2, 3, 6])]
        for (unit, strides) in spans {
            let starts = Self.starts(of: unit, from: start, to: end)
            guard let starts, let step = strides.first(where: { starts.count <= Self.most * $0 }) else { continue }
            ticks = Self.every(step, of: starts).map { Tick(seconds: $0, label: unit.label($0)) }
            return
        }
        var years = Self.starts(of: .year, from: start, to: end, most: 10_000) ?? []
        var step = 1
        while years.count > Self.most * step { step += 1 }
        years = Self.every(step, of: years)
        ticks = years.map { Tick(seconds: $0, label: CalendarUnit.year.label($0)) }
    }

    /// Nil if there are more.
    private static func starts(of unit: CalendarUnit, from start: UInt64, to end: UInt64, most: Int = 24) -> [UInt64]? {
        var found: [UInt64] = []
        var time = unit.start(of: start)
        if time < start { time = unit.next(after: time) }
        while time <= end {
            guard found.count < most else { return nil }
            found.append(time)
            let next = unit.next(after: time)
            guard next > time else { break }
            time = next
        }
        return found
    }

    private static func every(_ step: Int, of times: [UInt64]) -> [UInt64] {
        times.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    /// `18:05`, and the day at midnight.
    private static func clock(_ time: UInt64) -> String {
        time % 86_400 == 0 ? CalendarUnit.dayLabel(time) : String(CalendarUnit.minute(time).suffix(5))
    }

    /// Where a time is between the start and the end, from 0 to 1.
    func share(_ time: UInt64) -> Double {
        Double(min(end, max(start, time)) - start) / Double(end - start)
    }
}

/// A span of the calendar, in UTC. Weeks begin on Monday.
enum CalendarUnit: String, Hashable, Sendable {
    case day, week, month, year

    private static let secondsOfDay: UInt64 = 86_400
    /// Later times have no date of four digits.
    static let lastSecond: UInt64 = 253_402_300_799

    /// The beginning of the span that contains a time.
    func start(of time: UInt64) -> UInt64 {
        let time = min(time, Self.lastSecond)
        let days = time / Self.secondsOfDay
        switch self {
        case .day: return days * Self.secondsOfDay
        // 1970-01-01 was a Thursday.
        case .week: return days < 4 ? 0 : (days - (days + 3) % 7) * Self.secondsOfDay
        case .month: return Self.seconds(Self.date(time).prefix(7) + "-01")
        case .year: return Self.seconds(Self.date(time).prefix(4) + "-01-01")
        }
    }

    /// The beginning of the next span.
    func next(after start: UInt64) -> UInt64 {
        switch self {
        case .day: start + Self.secondsOfDay
        case .week: self.start(of: start + 7 * Self.secondsOfDay)
        case .month: self.start(of: start + 31 * Self.secondsOfDay)
        case .year: self.start(of: start + 366 * Self.secondsOfDay)
        }
    }

    /// The heading of a column of such spans.
    var heading: String {
        switch self {
        case .day: "Day"
        case .week: "Week from"
        case .month: "Month from"
        case .year: "Year from"
        }
    }

    /// A short name of the span that begins then: `23 Nov`, `Nov 2026`, `2026`.
    func label(_ start: UInt64) -> String {
        let date = Self.date(start)
        switch self {
        case .day, .week: return Self.dayLabel(start)
        case .month: return "\(Self.month(date)) \(date.prefix(4))"
        case .year: return String(date.prefix(4))
        }
    }

    /// `23 Nov`.
    static func dayLabel(_ time: UInt64) -> String {
        let date = date(time)
        return "\(Int(date.suffix(2)) ?? 0) \(month(date))"
    }

    /// `2026-11-23`.
    static func date(_ time: UInt64) -> String { String(Timestamp(min(time, lastSecond)).rfc3339.prefix(10)) }

    /// `2026-11-23 18:05`.
    static func minute(_ time: UInt64) -> String {
        let text = Timestamp(min(time, lastSecond)).rfc3339
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func month(_ date: String) -> String { months[(Int(date.dropFirst(5).prefix(2)) ?? 1) - 1] }

    private static func seconds(_ date: String) -> UInt64 { Timestamp("\(date)T00:00:00Z")?.seconds ?? 0 }
}
