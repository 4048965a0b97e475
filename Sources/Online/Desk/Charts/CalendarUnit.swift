// SPDX-License-Identifier: Apache-2.0

import Stellar

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
