// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Text in charts: its width, and numbers short enough for an axis.
enum ChartText {
    /// The size of all text in a chart, in the units of its picture.
    static let size = 11.0

    /// An upper estimate of the width of a text in a sans-serif font.
    static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width($1) } * size
    }

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "m", "w", "M", "W", "@", "%": 1
        case "0"..."9", "a"..."z", "-", "+", "_": 0.66
        case "A"..."Z": 0.79
        case " ", ".", ",", ":", ";", "'": 0.4
        case "\u{20}"..."\u{7e}": 0.7
        default: 1.1
        }
    }

    /// The text, or its two ends where it is wider.
    static func fitted(_ text: String, to limit: Double) -> String {
        guard width(text) > limit else { return text }
        var (head, tail) = (Array(text), [Character]())
        tail = Array(head[(head.count / 2)...])
        head.removeLast(tail.count)
        while !head.isEmpty || !tail.isEmpty {
            let short = String(head) + "..." + String(tail)
            if width(short) <= limit { return short }
            if head.count > tail.count { head.removeLast() } else { tail.removeFirst() }
        }
        return ""
    }

    /// An exact amount in decimal units, with a minus sign if it is negative.
    static func amount(_ stroops: Int128) -> String {
        stroops < 0 ? "-" + Amount.text(ofSum: -stroops) : Amount.text(ofSum: stroops)
    }

    private static let units: [(power: Int, suffix: String)] =
        [(30, "e30"), (27, "e27"), (24, "e24"), (21, "e21"), (18, "e18"), (15, "e15")]
        + [(12, "tn"), (9, "bn"), (6, "M"), (3, "k")]

    /// The labels of an axis: exact, and in a common unit where that makes them shorter.
    static func labels(_ values: [Int128]) -> [String] {
        let plain = values.map(amount)
        let largest = values.map { $0.magnitude }.max() ?? 0
        var best = plain
        for (power, suffix) in units {
            let unit = powers[power]
            guard largest / UInt128(Amount.stroopsPerUnit) >= unit else { continue }
            let short = values.map { value in
                value == 0 ? "0" : decimal(value, scale: Amount.decimals + power) + suffix
            }
            if length(short) < length(best) { best = short }
        }
        return best
    }

    private static func length(_ texts: [String]) -> Int { texts.map(\.utf8.count).max() ?? 0 }

    private static let powers: [UInt128] = (0...37).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }

    /// A number of stroops as decimal units of ten to the power of `scale` stroops, exactly.
    private static func decimal(_ stroops: Int128, scale: Int) -> String {
        let (whole, rest) = stroops.magnitude.quotientAndRemainder(dividingBy: powers[scale])
        let sign = stroops < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(repeating: "0", count: scale - String(rest).utf8.count) + String(rest)
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
