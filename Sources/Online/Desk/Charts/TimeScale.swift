// SPDX-License-Identifier: Apache-2.0

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
