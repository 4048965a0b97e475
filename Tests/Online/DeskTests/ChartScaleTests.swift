// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

@testable import Desk

/// The axes of charts.
struct ChartScaleTests {
    private static let unit: Int128 = 10_000_000
    private static let ranges: [(Int128, Int128)] = [
        (0, 0), (0, 1), (1, 1), (-1, 1), (-5, 0), (0, 123 * unit), (1_000_000 * unit, 1_000_001 * unit),
        (Int128(Int64.max) - 1, Int128(Int64.max)), (Int128(Int64.min), Int128(Int64.max)),
        (0, 1_000_000_000_000_000 * unit), (-1_000_000_000_000_000_000_000 * unit, 3), (.min, .max), (.max, .max),
    ]

    @Test(arguments: ranges) func `a few round amounts enclose all values`(low: Int128, high: Int128) {
        let scale = AmountScale(from: low, to: high)
        #expect((2...5).contains(scale.ticks.count))
        #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Set(scale.labels).count == scale.ticks.count)
        #expect(scale.labels.allSatisfy { $0.utf8.count <= 12 })
        let limit = Int128(1_000_000_000_000_000_000_000_000_000_000_000_000)
        #expect(scale.ticks[0] <= max(low, -limit) && scale.ticks[scale.ticks.count - 1] >= min(high, limit))
        #expect((0...1).contains(scale.share(low)) && scale.share(low) <= scale.share(high))
    }

    @Test(arguments: [
        ([0, 50, 100], ["0", "50", "100"]), ([-10_000, 0, 10_000], ["-10k", "0", "10k"]),
        ([1_000_000, 1_050_000, 1_100_000], ["1M", "1.05M", "1.1M"]),
        ([0, 2_000_000_000], ["0", "2bn"]), ([0, 5_000_000_000_000_000_000], ["0", "5e18"]),
    ]) func `an axis has exact labels in one unit`(units: [Int128], labels: [String]) {
        #expect(ChartText.labels(units.map { $0 * Self.unit }) == labels)
    }

    @Test func `an amount of any size is exact`() {
        #expect(ChartText.amount(-1) == "-0.0000001")
        #expect(ChartText.amount(Int128(Int64.min)) == "-922337203685.4775808")
        #expect(ChartText.amount(1_000_000_000_000_000 * Self.unit + 1) == "1000000000000000.0000001")
    }

    @Test(
        arguments: [0, 59, 3600, 86_400, 3 * 86_400, 40 * 86_400, 400 * 86_400, 36_500 * 86_400, UInt64.max] as [UInt64]
    )
    func `a few round times are between the first and the last`(span: UInt64) {
        for start in [0, 1_790_000_000, 253_402_300_799] as [UInt64] {
            let (end, overflow) = start.addingReportingOverflow(span)
            let scale = TimeScale(from: start, to: overflow ? .max : end)
            #expect(scale.start < scale.end)
            #expect((0...5).contains(scale.ticks.count))
            #expect(scale.ticks.allSatisfy { (scale.start...scale.end).contains($0.seconds) })
            #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
        }
    }

    private func seconds(_ date: String) throws -> UInt64 { try #require(Timestamp("\(date)T00:00:00Z")).seconds }

    @Test func `days, weeks, months and years begin where the calendar says`() throws {
        let time = try #require(Timestamp("2028-02-29T23:59:59Z")).seconds
        #expect(try CalendarUnit.day.start(of: time) == seconds("2028-02-29"))
        #expect(try CalendarUnit.week.start(of: time) == seconds("2028-02-28"))
        #expect(try CalendarUnit.month.start(of: time) == seconds("2028-02-01"))
        #expect(try CalendarUnit.year.start(of: time) == seconds("2028-01-01"))
        #expect(try CalendarUnit.day.next(after: seconds("2028-02-29")) == seconds("2028-03-01"))
        #expect(try CalendarUnit.week.next(after: seconds("2028-02-28")) == seconds("2028-03-06"))
        #expect(try CalendarUnit.month.next(after: seconds("2028-12-01")) == seconds("2029-01-01"))
        #expect(try CalendarUnit.year.next(after: seconds("2028-01-01")) == seconds("2029-01-01"))
        #expect(CalendarUnit.week.start(of: 5) == 0)
    }
}
