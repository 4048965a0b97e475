// SPDX-License-Identifier: Apache-2.0

/// Pieces of an SVG picture as text. Everything that is not a number of ours is escaped.
enum ChartSVG {
    /// A coordinate with one decimal at most.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let text = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
        return tenths % 10 == 0 ? text : "\(text).\(tenths.magnitude % 10)"
    }

    /// Text as the content of an element or the value of an attribute. Characters that XML does not allow become U+FFFD.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\t", "\n", "\r": out += " "
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}"..."\u{ffff}": out += "\u{fffd}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    static func text(_ text: String, x: Double, y: Double, anchor: String = "start", class name: String = "") -> String
    {
        let names = name.isEmpty ? "" : " class=\"\(name)\""
        return "<text\(names) x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(escaped(text))</text>"
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) -> String {
        "<path class=\"\(name)\" d=\"M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))\"/>"
    }

    static func rectangle(x: Double, y: Double, width: Double, height: Double, class name: String) -> String {
        "<rect class=\"\(name)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\"/>"
    }

    /// A picture, with what a screen reader says instead of it.
    ///
    /// - Parameter id: unique on the page; letters, digits and hyphens.
    static func picture(
        id: String, width: Double, height: Double, title: String, description: String, _ content: String
    ) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(width)) \(number(height))\" role=\"img\""
            + " aria-labelledby=\"\(id)-title \(id)-desc\"><title id=\"\(id)-title\">\(escaped(title))</title>"
            + "<desc id=\"\(id)-desc\">\(escaped(description))</desc>\(content)</svg>"
    }
}
