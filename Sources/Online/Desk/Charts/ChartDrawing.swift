// SPDX-License-Identifier: Apache-2.0

import Markup
import Stellar

/// Pieces of an SVG picture.
enum ChartSVG {
    /// A coordinate with one decimal at most.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let text = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
        return tenths % 10 == 0 ? text : "\(text).\(tenths.magnitude % 10)"
    }

    /// Text without the characters that XML does not allow.
    private static func plain(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": out.append(" ")
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}"..."\u{ffff}": out.append("\u{fffd}")
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    static func text(_ text: String, x: Double, y: Double, anchor: String = "start", class name: String = "") -> HTML {
        tag(
            .text, name.isEmpty ? nil : .class(name), .size(.x, number(x)), .size(.y, number(y)),
            .size(.anchor, anchor)
        ) { plain(text) }
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) -> HTML {
        path("M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))", class: name)
    }

    static func path(_ steps: String, class name: String) -> HTML { tag(.path, .class(name), .size(.d, steps)) }

    static func dot(x: Double, y: Double) -> HTML {
        tag(.circle, .class("dot"), .size(.cx, number(x)), .size(.cy, number(y)), .size(.r, "2.6"))
    }

    static func rectangle(x: Double, y: Double, width: Double, height: Double, class name: String) -> HTML {
        tag(
            .rect, .class(name), .size(.x, number(x)), .size(.y, number(y)), .size(.width, number(width)),
            .size(.height, number(height)))
    }

    /// A picture, with what a screen reader says instead of it.
    ///
    /// - Parameter id: unique on the page; letters, digits and hyphens.
    static func picture(
        id: String, width: Double, height: Double, title: String, description: String,
        @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        let content = content()
        return tag(
            .svg, .svg, .size(.viewBox, "0 0 \(number(width)) \(number(height))"), .role("img"),
            .aria("labelledby", "\(id)-title \(id)-desc")
        ) {
            tag(.title, .id("\(id)-title")) { plain(title) }
            tag(.desc, .id("\(id)-desc")) { plain(description) }
            content
        }
    }
}

/// The part of a picture where values are drawn, with its axes.
struct ChartFrame {
    static let width = 320.0
    static let height = 176.0

    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    private let scale: AmountScale

    /// - Parameter top: free space above the frame, in addition to half a label's height.
    init(_ scale: AmountScale, top: Double = 0) {
        self.scale = scale
        left = (scale.labelWidth + 7).rounded(.up)
        right = Self.width - 6
        self.top = top + 8
        bottom = Self.height - 22
    }

    func x(_ share: Double) -> Double { left + (right - left) * share }
    func y(_ value: Int128) -> Double { bottom - (bottom - top) * scale.share(value) }

    /// Lines and labels of the amounts.
    var amounts: HTML {
        HTML {
            for (tick, label) in zip(scale.ticks, scale.labels) {
                let height = y(tick)
                ChartSVG.line(left, height, right, height, class: tick == 0 ? "axis" : "grid")
                ChartSVG.text(label, x: left - 5, y: height + ChartText.size * 0.35, anchor: "end")
            }
        }
    }

    /// Labels below the frame, centred where possible. One that would touch the one before it is left out.
    ///
    /// - Parameter labels: from left to right.
    func times(_ labels: [(x: Double, text: String)]) -> HTML {
        var end = -Double.infinity
        let shown = labels.compactMap { label -> (x: Double, middle: Double, text: String)? in
            let half = ChartText.width(label.text) / 2
            let middle = min(Self.width - half, max(half, label.x))
            guard middle - half > end + 5 else { return nil }
            end = middle + half
            return (label.x, middle, label.text)
        }
        return HTML {
            for label in shown {
                ChartSVG.line(label.x, bottom, label.x, bottom + 4, class: "axis")
                ChartSVG.text(label.text, x: label.middle, y: bottom + 16, anchor: "middle")
            }
        }
    }
}

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
