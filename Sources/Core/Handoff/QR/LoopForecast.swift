// SPDX-License-Identifier: Apache-2.0

/// How long a loop of codes takes to read, to be told before it is shown.
package struct LoopForecast: Hashable, Sendable {
    /// The number of codes of the loop, and of those that are enough if none is missed.
    package let codes: Int
    package let plainCodes: Int
    /// Milliseconds between two codes.
    package let interval: Int

    package init(_ loop: QRLoop, interval: Int) {
        (codes, plainCodes, self.interval) = (loop.count, loop.plainCount, interval)
    }

    /// Seconds for one pass of the loop.
    package var pass: Int { Self.seconds(codes * interval) }

    /// Seconds until a camera that misses one code in ten has read enough.
    ///
    /// - Source: `make optical`: the mean is 1.17 times the codes that are enough.
    package var expected: Int { Self.seconds(plainCodes * interval * 6 / 5) }

    /// From here on, carrying a file takes less time, and patience.
    private static let longest = 600

    package var isLong: Bool { expected > Self.longest }

    /// A description such as "1,400 codes (700 are enough), 5 a second: about 2 min 48 s to read, 4 min 40 s for the whole loop".
    package var text: String {
        guard codes > 1 else { return "1 code" }
        let enough = codes == plainCodes ? "" : " (\(Self.grouped(plainCodes)) are enough)"
        return "\(Self.grouped(codes)) codes\(enough), \(rate): about \(Self.duration(expected)) to read, "
            + "\(Self.duration(pass)) for the whole loop"
    }

    private var rate: String {
        guard interval < 1000 else { return "one every \(Self.tenths(interval * 10 / 1000)) s" }
        return "\(Self.tenths(10_000 / interval)) a second"
    }

    private static func tenths(_ value: Int) -> String {
        value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
    }

    private static func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1000 }

    private static func duration(_ seconds: Int) -> String {
        if seconds < 120 { return "\(seconds) s" }
        return "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "")
    }

    private static func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : grouped(number / 1000) + "," + String(String(1000 + number % 1000).dropFirst())
    }
}
