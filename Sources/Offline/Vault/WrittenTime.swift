// SPDX-License-Identifier: Apache-2.0

/// A readable duration: at most two digits before the unit, in the largest unit that fits.
struct WrittenTime {
    let text: String

    init(_ duration: Duration) {
        let parts = duration.components
        self.init(seconds: Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    }

    /// - Parameter seconds: not negative; may be infinite.
    init(seconds: Double) {
        let year = 365.25 * 86400
        let units: [(Double, String)] = [
            (1e6 * year, "million years"), (1e3 * year, "thousand years"), (year, "years"), (86400, "days"),
            (3600, "hours"), (60, "minutes"), (1, "seconds"),
        ]
        if seconds >= 1e9 * year {
            text = "more than a thousand million years"
        } else if let (size, name) = units.first(where: { seconds >= $0.0 }) {
            let count = Self.rounded(seconds / size)
            text =
                count == "1" && name.hasSuffix("s") && !name.contains(" ") ? "1 \(name.dropLast())" : "\(count) \(name)"
        } else {
            text = "\(max(1, Int((seconds * 1000).rounded()))) ms"
        }
    }

    /// Rounds to one decimal below ten, to none above.
    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths >= 100 || tenths % 10 == 0 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
    }
}
